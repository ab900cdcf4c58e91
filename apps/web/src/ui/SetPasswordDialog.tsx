import { TextInput } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import { limits, NewPassword } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../frame/api.ts'
import { useTexts } from '../frame/i18n.tsx'
import { showNotice } from '../frame/notices.ts'
import { useContractForm } from './contract-form.ts'
import { FormDialog } from './Dialog.tsx'
import { Filled } from './form-fields.ts'

const PasswordForm = z.strictObject({ password: z.pipe(Filled, NewPassword) })

/** Sets another's password: he is signed out everywhere and chooses one of his own at the next sign-in. */
export function SetPasswordDialog(props: {
  person: { id: string; name: string }
  call: 'members.update' | 'manage.updateUser'
  isOpen: boolean
  onClose: () => void
}) {
  const { person, isOpen, onClose } = props
  const t = useTexts('members.password')
  const common = useTexts('common')
  const form = useContractForm({ schema: PasswordForm, initial: { password: '' } })
  const write = useWrite(props.call as 'members.update', { form })
  const submit = form.submit(async ({ password }) => {
    if (!(await write.send({ body: { id: person.id, password: passwordDigest(password) } }))) return
    onClose()
    showNotice({ level: 'info', text: t('done', { name: person.name }) })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { name: person.name })}
      confirm={t('confirm')}
      isBusy={write.isBusy}
      onSubmit={submit}
    >
      <p>{t('text')}</p>
      <TextInput
        label={common('label.newPassword')}
        description={t('help', { min: limits.passwordLengthMin, max: limits.passwordLengthMax })}
        type="password"
        autoComplete="new-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
    </FormDialog>
  )
}
