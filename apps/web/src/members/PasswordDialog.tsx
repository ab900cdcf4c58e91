import { TextInput } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import { limits, NewPassword } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useContractForm } from '../ui/contract-form.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import { Filled } from '../ui/form-fields.ts'
import { showNotice } from '../ui/notices.ts'
import type { MemberDialogProps } from './use-member-actions.tsx'

const PasswordForm = z.strictObject({
  password: z.pipe(Filled, NewPassword),
})

/** Sets a password for a member: he is signed out everywhere and chooses one of his own at the next sign-in. */
export function PasswordDialog({ member, isOpen, onClose }: MemberDialogProps) {
  const t = useTexts('members.password')
  const fields = useTexts('members.fields')
  const form = useContractForm({ schema: PasswordForm, initial: { password: '' } })
  const write = useWrite('members.update', { form })
  if (!member) return null
  const submit = form.submit(async ({ password }) => {
    if (!(await write.send({ body: { id: member.id, password: passwordDigest(password) } }))) return
    onClose()
    showNotice({ level: 'info', text: t('done', { name: member.name }) })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name: member.name })}
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
