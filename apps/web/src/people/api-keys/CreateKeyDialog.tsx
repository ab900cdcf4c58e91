import { TextInput } from '@mantine/core'
import { type BusinessType, type KeyPermission, limits, NewApiKey } from '@pontic/contract'
import { useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { useContractForm } from '../../ui/contract-form.ts'
import { DayField, dayFromToday } from '../../ui/DayField.tsx'
import { FormDialog } from '../../ui/Dialog.tsx'
import { presetFor } from './key-groups.ts'
import { ScopeFields } from './ScopeFields.tsx'
import { SecretDialog } from './SecretDialog.tsx'

const usualDays = 180

/** Makes a key: a name, what it may do, its last day; then its secret, once. */
export function CreateKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const t = useTexts('apiKeys.create')
  const common = useTexts('common')
  const type = (useSession()?.organization_type ?? 1) as BusinessType
  const [made, setMade] = useState<{ name: string; secret: string }>()
  const form = useContractForm({
    schema: NewApiKey,
    initial: { name: '', scopes: presetFor('exchange', type), expiresOn: dayFromToday(usualDays) },
  })
  const write = useWrite('keys.create', { form })
  if (made) return <SecretDialog {...made} isOpen={isOpen} onClose={onClose} />
  const submit = form.submit(async (wanted) => {
    const reply = await write.send({ body: wanted })
    if (reply) setMade({ name: reply.key.name, secret: reply.secret })
  })
  const { scopes, expiresOn } = form.values
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={560}
      isBusy={write.isBusy}
      onSubmit={submit}
    >
      <TextInput
        label={common('label.name')}
        description={t('nameHelp')}
        maxLength={limits.apiKeyNameLengthMax}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <ScopeFields
        businessType={type}
        value={scopes as KeyPermission[]}
        error={form.errors.scopes as string | undefined}
        onChange={(next) => form.setFieldValue('scopes', next)}
      />
      <DayField
        label={t('expiresOn')}
        description={t('expiresHelp', { days: limits.apiKeyDaysMax })}
        min={dayFromToday()}
        max={dayFromToday(limits.apiKeyDaysMax)}
        value={expiresOn || null}
        onChange={(day) => form.setFieldValue('expiresOn', day ?? '')}
        error={form.errors.expiresOn}
      />
    </FormDialog>
  )
}
