import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { Button, Checkbox, CloseButton, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { LabCalendar, limits, orderTypes, workKinds } from '@pontic/contract'
import type * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useFormats, useLanguage, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { dayFromToday } from '../../frame/time-zone.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { DayField } from '../../ui/DayField.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { listWeekdays } from '../../ui/weekdays.ts'
import css from './CalendarForm.module.css'

type Form = ReturnType<typeof useContractForm<LabCalendar, LabCalendar>>

/** Form for the calendar of a laboratory: working days, closures, and the usual number of days for each kind of work. */
export function CalendarForm({ calendar }: { calendar: LabCalendar }) {
  const t = useTexts('delivery')
  const form = useContractForm({
    schema: LabCalendar as unknown as z.ZodMiniType<LabCalendar, LabCalendar>,
    initial: calendar,
    draft: 'organization.calendar',
  })
  const write = useWrite('delivery.updateCalendar', { form })
  const submit = form.submit(async (body) => {
    if (!(await write.send({ body }))) return
    form.deleteDraft()
    showNotice({ level: 'info', text: t('saved') })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        <Text c="dimmed" mt={-6}>
          {t('calendarHelp')}
        </Text>
        <WorkingDays form={form} />
        <UsualDays form={form} />
        <CasesPerDay form={form} />
        <Closures form={form} />
        <Button type="submit" style={{ alignSelf: 'flex-start' }} loading={write.isBusy}>
          {t('saveCalendar')}
        </Button>
      </Stack>
    </form>
  )
}

function WorkingDays({ form }: { form: Form }) {
  const t = useTexts('delivery')
  const { weekdayName } = useFormats()
  const { language } = useLanguage()
  return (
    <Checkbox.Group
      label={t('workingDays')}
      value={form.values.workingDays.map(String)}
      onChange={(days) => form.setFieldValue('workingDays', days.map(Number).sort())}
      error={form.errors.workingDays}
    >
      <Group gap="10px 20px" pt={4}>
        {listWeekdays(language).map((day) => (
          <Checkbox key={day} value={String(day)} label={weekdayName(day)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function UsualDays({ form }: { form: Form }) {
  const t = useTexts('delivery')
  const types = useTexts('order.type')
  return (
    <fieldset className={css.calendarPart}>
      <legend className="mantine-InputWrapper-label">{t('usualDays')}</legend>
      <div className={css.calendarUsual}>
        {workKinds.map((kind) => (
          <NumberInput
            key={kind}
            label={types(`${orderTypes[kind]}`)}
            min={1}
            max={limits.usualDaysMax}
            allowDecimal={false}
            value={form.values.usualDays[kind]}
            onChange={(value) => form.setFieldValue(`usualDays.${kind}`, Number(value))}
            error={form.errors[`usualDays.${kind}`]}
          />
        ))}
      </div>
    </fieldset>
  )
}

function CasesPerDay({ form }: { form: Form }) {
  const t = useTexts('delivery')
  return (
    <NumberInput
      label={t('casesPerDay')}
      description={t('casesPerDayHelp')}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      min={1}
      max={limits.casesPerDayMax}
      allowDecimal={false}
      maw={520}
      styles={{ wrapper: { maxWidth: 220 } }}
      value={form.values.casesPerDay ?? ''}
      onChange={(value) => form.setFieldValue('casesPerDay', value === '' ? null : Number(value))}
      error={form.errors.casesPerDay}
    />
  )
}

function Closures({ form }: { form: Form }) {
  const t = useTexts('delivery')
  const files = useTexts('files')
  const common = useTexts('common')
  const { holidays } = form.values
  const today = dayFromToday()
  const add = () => form.setFieldValue('holidays', [...holidays, { from: today, to: today, name: '' }])
  const pathOf = (index: number) => `holidays.${index}` as const
  return (
    <fieldset className={css.calendarPart}>
      <legend className="mantine-InputWrapper-label">{t('closures')}</legend>
      {holidays.map((closure, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: closures have no id, and the form identifies them by index
        <div key={index} className={css.calendarClosure}>
          <DayField
            label={t('from')}
            value={closure.from}
            onChange={(day) => form.setFieldValue(`${pathOf(index)}.from`, day ?? '')}
            error={form.errors[`${pathOf(index)}.from`]}
          />
          <DayField
            label={t('to')}
            min={closure.from}
            value={closure.to}
            onChange={(day) => form.setFieldValue(`${pathOf(index)}.to`, day ?? '')}
            error={form.errors[`${pathOf(index)}.to`]}
          />
          <TextInput label={common('label.reason')} {...form.getInputProps(`${pathOf(index)}.name`)} />
          <CloseButton
            aria-label={files('removeNamed', { name: closure.name || closure.from })}
            onClick={() => form.setFieldValue('holidays', holidays.toSpliced(index, 1))}
          />
        </div>
      ))}
      {form.errors.holidays && <p className="mantine-InputWrapper-error">{form.errors.holidays}</p>}
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={16} />}
        disabled={holidays.length >= limits.closuresMax}
        onClick={add}
      >
        {t('addClosure')}
      </Button>
    </fieldset>
  )
}
