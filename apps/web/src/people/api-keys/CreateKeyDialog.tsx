import { type BusinessType, limits, NewApiKey } from '@pontic/contract'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { dayFromToday } from '../../frame/time-zone.ts'
import { DayField } from '../../ui/DayField.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { listPresetPermissions } from './key-groups.ts'
import { ScopeFields } from './ScopeFields.tsx'
import { SecretDialog } from './SecretDialog.tsx'

const defaultDays = 180

/** Creates a key with name, permissions and last day, and then shows its secret. */
export function CreateKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('apiKeys.create')
  const common = useTexts('common')
  const type = (useSession()?.organization_type ?? 1) as BusinessType
  const [created, setCreated] = useState<{ name: string; secret: string }>()
  if (created) return <SecretDialog {...created} isOpen={isOpen} onClose={onClose} />
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={560}
      call="keys.create"
      rules={NewApiKey.shape}
      initial={{
        name: '',
        scopes: listPresetPermissions('exchange', type),
        expiresOn: dayFromToday(defaultDays),
      }}
      fields={[
        {
          name: 'name',
          label: common('label.name'),
          help: t('nameHelp'),
          maxLength: limits.apiKeyNameLengthMax,
          autoComplete: 'off',
        },
        ({ values, errors, setFieldValue }) => (
          <ScopeFields
            businessType={type}
            value={values.scopes}
            error={errors.scopes}
            onChange={(scopes) => setFieldValue('scopes', scopes)}
          />
        ),
        ({ getInputProps }) => (
          <DayField
            label={t('expiresOn')}
            description={t('expiresHelp', { days: limits.apiKeyDaysMax })}
            min={dayFromToday()}
            max={dayFromToday(limits.apiKeyDaysMax)}
            {...getInputProps('expiresOn')}
          />
        ),
      ]}
      staysOpen
      onDone={({ key, secret }) => setCreated({ name: key.name, secret })}
    />
  )
}
