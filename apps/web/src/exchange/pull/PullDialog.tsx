import { NativeSelect, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { limits, type PullSetting, pullFormats, pullKinds, pullSettingRoutes } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import {
  checkPlace,
  initialPlace,
  placeFormFields,
  secretFields,
  typedPlace,
  typedSecrets,
} from '../settings/place-form.ts'
import { SettingDialog, type SettingDialogProps, useSaved } from '../settings/SettingDialog.tsx'

const typingMs = 250
const fields = pullSettingRoutes['pullSettings.create'].body.shape

const PullForm = z.strictObject({
  name: fields.name,
  clinicId: z.string(),
  kind: fields.kind,
  ...placeFormFields,
  format: z.enum(pullFormats),
  intervalMinutes: z.string(),
  isEnabled: z.boolean(),
})
type Values = z.input<typeof PullForm>

/** Makes or changes a pull setting. */
export function PullDialog(props: SettingDialogProps<PullSetting>) {
  const t = useTexts('transfers.pull')
  const transfers = useTexts('transfers')
  const { form, submit, isBusy } = usePullForm(props)
  const { subject } = props
  return (
    <SettingDialog
      {...props}
      way="pull"
      kinds={pullKinds}
      values={form.values}
      inputOf={form.getInputProps}
      onSecret={(secret) => form.setFieldValue('password', secret)}
      isBusy={isBusy}
      onSubmit={submit}
      owner={
        <ClinicSelect
          known={subject && { id: subject.clinicId, name: subject.clinicName }}
          inputProps={form.getInputProps('clinicId')}
        />
      }
    >
      <NativeSelect
        label={t('dialog.format')}
        data={pullFormats.map((value) => ({ value, label: transfers(`format.${value}`) }))}
        {...form.getInputProps('format')}
      />
      <TextInput
        label={t('dialog.interval')}
        inputMode="numeric"
        withAsterisk
        aria-required
        {...form.getInputProps('intervalMinutes')}
      />
    </SettingDialog>
  )
}

/** The clinic that owns what comes; what is typed is looked for in the server. */
function ClinicSelect(props: { known: { id: string; name: string } | undefined; inputProps: object }) {
  const t = useTexts('transfers.pull.dialog')
  const common = useTexts('common')
  const [typed, type] = useState('')
  const [words] = useDebouncedValue(typed.slice(0, 100), typingMs)
  const { data } = useRead('manage.orgOptions', { query: words === '' ? {} : { words } })
  const found = (data?.list ?? [])
    .filter(({ businessType }) => businessType === 1)
    .map(({ organizationId, name }) => ({ value: organizationId, label: name }))
  const { known } = props
  const isListed = known === undefined || found.some(({ value }) => value === known.id)
  return (
    <Select
      label={common('label.clinic')}
      description={t('clinicHelp')}
      withAsterisk
      aria-required
      searchable
      // The server has found them already.
      filter={({ options }) => options}
      searchValue={typed}
      onSearchChange={type}
      data={isListed ? found : [{ value: known.id, label: known.name }, ...found]}
      nothingFoundMessage={t('noClinic')}
      comboboxProps={{ shadow: 'md' }}
      {...props.inputProps}
    />
  )
}

const initialOf = (setting: PullSetting | undefined): Values => ({
  name: setting?.name ?? '',
  clinicId: setting?.clinicId ?? '',
  kind: setting?.kind ?? 'sftp',
  ...initialPlace(setting),
  format: setting?.format ?? 'any',
  intervalMinutes: String(setting?.intervalMinutes ?? limits.pullIntervalMinutesDefault),
  isEnabled: setting?.isEnabled ?? true,
})

/** The rules of a number of minutes, by the contract's bounds. */
function checkMinutes(text: string): 'required' | 'too_small' | 'too_large' | 'pattern' | undefined {
  if (text.trim() === '') return 'required'
  const minutes = Number(text)
  if (!Number.isInteger(minutes)) return 'pattern'
  if (minutes < limits.pullIntervalMinutesMin) return 'too_small'
  return minutes > limits.pullIntervalMinutesMax ? 'too_large' : undefined
}

function usePullForm(props: SettingDialogProps<PullSetting>) {
  const { subject: setting } = props
  const finish = useSaved('pull', props)
  const form = useContractForm({
    schema: PullForm,
    initial: initialOf(setting),
    draft: `pull.${setting?.id ?? 'new'}`,
    secrets: secretFields,
    check: (values) => {
      const minutes = checkMinutes(values.intervalMinutes)
      return {
        ...checkPlace(values.kind, values),
        ...(minutes ? { intervalMinutes: minutes } : {}),
        ...(values.clinicId ? {} : { clinicId: 'required' as const }),
      }
    },
  })
  const create = useWrite('pullSettings.create', { form })
  const update = useWrite('pullSettings.update', { form })
  const submit = form.submit(async (values) => {
    const { name, clinicId, kind, format, isEnabled } = values
    const rest = { name, clinicId, kind, format, isEnabled, intervalMinutes: Number(values.intervalMinutes) }
    const body = { ...rest, ...typedPlace(values), ...typedSecrets(kind, values) }
    const saved = setting
      ? await update.send({ body: { id: setting.id, ...body } })
      : await create.send({ body })
    if (saved) finish(form, name)
  })
  return { form, submit, isBusy: create.isBusy || update.isBusy }
}
