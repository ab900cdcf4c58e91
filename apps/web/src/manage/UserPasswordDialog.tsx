import { TextInput } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import { limits, type ManagedUser, NewPassword } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useContractForm } from '../ui/contract-form.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import { Filled } from '../ui/form-fields.ts'
import { showNotice } from '../ui/notices.ts'
import type { ManageDialogProps } from './use-actions.tsx'

const PasswordForm = z.strictObject({ password: z.pipe(Filled, NewPassword) })

/** Sets a password for a user: he is signed out everywhere and chooses one of his own at the next sign-in. */
export function UserPasswordDialog({ subject, isOpen, onClose }: ManageDialogProps<ManagedUser, 'password'>) {
  const t = useTexts('members.password')
  const fields = useTexts('members.fields')
  const form = useContractForm({ schema: PasswordForm, initial: { password: '' } })
  const write = useWrite('manage.updateUser', { form })
  if (!subject) return null
  const submit = form.submit(async ({ password }) => {
    if (!(await write.send({ body: { id: subject.id, password: passwordDigest(password) } }))) return
    onClose()
    showNotice({ level: 'info', text: t('done', { name: subject.name }) })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name: subject.name })}
      confirm={t('confirm')}
      isBusy={write.isBusy}
      onSubmit={submit}
    >
      <p>{t('text')}</p>
      <TextInput
        label={fields('newPassword')}
        description={t('help', { min: limits.passwordLengthMin, max: limits.passwordLengthMax })}
        type="password"
        autoComplete="new-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
