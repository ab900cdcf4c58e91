import { Select } from '@mantine/core'
import {
  businessTypes,
  limits,
  type PullSetting,
  pullFormats,
  pullKinds,
  pullSettingRoutes,
} from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import {
  showAllOptions,
  useOrganizationOptions,
} from '../../people/organizations/use-organization-options.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { checkPlace, toPlace, toSecrets } from '../settings/place-form.ts'
import {
  type SettingDialogProps,
  settingRules,
  settingValues,
  useSettingDialog,
} from '../settings/SettingDialog.tsx'

const rules = {
  ...settingRules,
  clinicId: z.string(),
  kind: pullSettingRoutes['pullSettings.create'].body.shape.kind,
  format: z.enum(pullFormats),
  intervalMinutes: z.string(),
}

/** Creates or edits a pull setting. */
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
        const body = { ...rest, ...toPlace(values), ...toSecrets(kind, values) }
        return { body: setting ? { id: setting.id, ...body } : body }
      }}
      fields={[
        fields.name,
        ({ getInputProps }) => (
          <ClinicSelect
            saved={setting && { id: setting.clinicId, name: setting.clinicName }}
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

/** Selects the clinic that owns the imported cases. The server searches clinics and laboratories by name, and only the clinics are shown. */
function ClinicSelect(props: { saved: { id: string; name: string } | undefined; inputProps: object }) {
  const t = useTexts('transfers.pull.dialog')
  const common = useTexts('common.label')
  const { list, search } = useOrganizationOptions('manage.orgOptions')
  const clinics = list
    .filter(({ businessType }) => businessType === businessTypes.clinic)
    .map(({ organizationId, name }) => ({ value: organizationId, label: name }))
  const { saved } = props
  const isListed = saved === undefined || clinics.some(({ value }) => value === saved.id)
  return (
    <Select
      {...search}
      label={common('clinic')}
      description={t('clinicHelp')}
      filter={showAllOptions}
      data={isListed ? clinics : [{ value: saved.id, label: saved.name }, ...clinics]}
      nothingFoundMessage={t('noClinic')}
      {...props.inputProps}
    />
  )
}

/** Checks the polling interval against the contract's limits. @returns the key of the error; undefined for a valid interval */
function checkMinutes(text: string): 'required' | 'too_small' | 'too_large' | 'pattern' | undefined {
  if (text.trim() === '') return 'required'
  const minutes = Number(text)
  if (!Number.isInteger(minutes)) return 'pattern'
  if (minutes < limits.pullIntervalMinutesMin) return 'too_small'
  return minutes > limits.pullIntervalMinutesMax ? 'too_large' : undefined
}
