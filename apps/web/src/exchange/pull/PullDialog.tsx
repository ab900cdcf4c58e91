import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { limits, type PullSetting, pullFormats, pullKinds, pullSettingRoutes } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { checkPlace, typedPlace, typedSecrets } from '../settings/place-form.ts'
import {
  type SettingDialogProps,
  settingRules,
  settingValues,
  useSettingDialog,
} from '../settings/SettingDialog.tsx'

const typingMs = 250
const rules = {
  ...settingRules,
  clinicId: z.string(),
  kind: pullSettingRoutes['pullSettings.create'].body.shape.kind,
  format: z.enum(pullFormats),
  intervalMinutes: z.string(),
}

/** Makes or changes a pull setting. */
export function PullDialog(props: SettingDialogProps<PullSetting>) {
  const { subject: setting } = props
  const t = useTexts('transfers.pull')
  const transfers = useTexts('transfers')
  const { frame, fields } = useSettingDialog('pull', props, pullKinds)
  return (
    <FormDialog
      {...frame}
      call={setting ? 'pullSettings.update' : 'pullSettings.create'}
      rules={rules}
      initial={{
        ...settingValues(setting),
        clinicId: setting?.clinicId ?? '',
        kind: setting?.kind ?? 'sftp',
        format: setting?.format ?? 'any',
        intervalMinutes: String(setting?.intervalMinutes ?? limits.pullIntervalMinutesDefault),
      }}
      check={(values) => ({
        ...checkPlace(values.kind, values),
        intervalMinutes: checkMinutes(values.intervalMinutes),
        clinicId: values.clinicId === '' ? 'required' : undefined,
      })}
      input={({ name, clinicId, kind, format, isEnabled, intervalMinutes, ...values }) => {
        const rest = { name, clinicId, kind, format, isEnabled, intervalMinutes: Number(intervalMinutes) }
        const body = { ...rest, ...typedPlace(values), ...typedSecrets(kind, values) }
        return { body: setting ? { id: setting.id, ...body } : body }
      }}
      fields={[
        fields.name,
        ({ getInputProps }) => (
          <ClinicSelect
            known={setting && { id: setting.clinicId, name: setting.clinicName }}
            inputProps={getInputProps('clinicId')}
          />
        ),
        fields.kind,
        fields.place,
        {
          name: 'format',
          label: t('dialog.format'),
          as: 'select',
          options: pullFormats.map((value) => ({ value, label: transfers(`format.${value}`) })),
        },
        { name: 'intervalMinutes', label: t('dialog.interval'), inputMode: 'numeric' },
        fields.isEnabled,
      ]}
    />
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

/** The rules of a number of minutes, by the contract's bounds. */
function checkMinutes(text: string): 'required' | 'too_small' | 'too_large' | 'pattern' | undefined {
  if (text.trim() === '') return 'required'
  const minutes = Number(text)
  if (!Number.isInteger(minutes)) return 'pattern'
  if (minutes < limits.pullIntervalMinutesMin) return 'too_small'
  return minutes > limits.pullIntervalMinutesMax ? 'too_large' : undefined
}
