import { passwordDigest } from '@pontic/client'
import { limits } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useContractForm } from '../ui/contract-form.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import { Filled } from '../ui/form-fields.ts'
import { PasswordField } from '../ui/PasswordField.tsx'
import type { AccountDialogProps } from './AccountDialog.tsx'
import { useLeaving } from './use-leaving.ts'

const CloseForm = z.strictObject({ pwd: Filled })

/** Closes the account: what follows from it is told first, and the password is asked for. */
export function CloseDialog({ account, isOpen, onClose }: AccountDialogProps) {
  const t = useTexts('accounts.closeDialog')
  const leave = useLeaving()
  const [refusal, setRefusal] = useState<string>()
  const form = useContractForm({ schema: CloseForm, initial: { pwd: '' } })
  const write = useWrite('accounts.close', {
    isBlocking: true,
    onFailure: ({ fields, message }) => {
      if (Object.keys(fields).length > 0) form.showFields({ ...fields })
      else setRefusal(message)
    },
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      isDangerous
      isBusy={write.isBusy}
      onSubmit={form.submit(async ({ pwd }) => {
        setRefusal(undefined)
        if (await write.send({ body: { pwd: passwordDigest(pwd) } })) leave(t('done'))
      })}
    >
      {refusal && (
        <p className="dialog-refusal" role="alert">
          {refusal}
        </p>
      )}
      <ul className="dialog-list">
        <li>{t('now', { organization: account.orgName })}</li>
        <li>{t('cases')}</li>
        <li>{t('names', { days: limits.closedAccountDays })}</li>
      </ul>
      <input type="text" autoComplete="username" value={account.email} readOnly hidden />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        withAsterisk
        aria-required
        data-autofocus
        {...form.getInputProps('pwd')}
      />
    </FormDialog>
  )
}
