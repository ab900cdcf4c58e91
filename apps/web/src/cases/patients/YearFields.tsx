import { Button, Stack, Text, TextInput } from '@mantine/core'
import { limits, RetentionYears } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import css from './Patients.module.css'

type Props = {
  lead: string
  start: RetentionYears
  min: RetentionYears
  send: (years: RetentionYears) => Promise<boolean>
  isBusy: boolean
}

const yearsFromText = z.pipe(
  z.string().check(z.regex(/^\d{1,3}$/, 'type')),
  z.pipe(
    z.transform((text: string) => Number(text)),
    RetentionYears.shape.years,
  ),
)
const YearForm = z.strictObject({ years: yearsFromText, implantYears: yearsFromText })

/** The form with two retention periods in years: one for implant cases, one for all other cases. */
export function YearFields({ lead, start, min, send, isBusy }: Props) {
  const t = useTexts('patients.retention')
  const common = useTexts('common')
  const form = useContractForm({
    schema: YearForm,
    initial: { years: String(start.years), implantYears: String(start.implantYears) },
    check: (values) => ({
      ...(Number(values.years) < min.years ? { years: 'too_small' as const } : {}),
      ...(Number(values.implantYears) < min.implantYears ? { implantYears: 'too_small' as const } : {}),
    }),
  })
  const submit = form.submit(async (years) => {
    if (await send(years)) showNotice({ level: 'info', text: common('saved') })
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={14}>
        <Text c="dimmed">{lead}</Text>
        <div className={css.yearFields}>
          {(['years', 'implantYears'] as const).map((field) => (
            <TextInput
              key={field}
              type="number"
              label={t(field)}
              min={min[field]}
              max={limits.retentionYearsMax}
              {...form.getInputProps(field)}
            />
          ))}
        </div>
        <Button
          type="submit"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={isBusy}
          disabled={!form.isDirty()}
        >
          {common('do.save')}
        </Button>
      </Stack>
    </form>
  )
}
