import { TextInput } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import { limits, NewPassword } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { accountShape, EmailField, NameField } from '../../ui/AccountFields.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { GivenEmail } from '../../ui/form-fields.ts'
import { MemberFields } from './MemberFields.tsx'
import type { MemberDialogProps } from './member-actions.ts'

const CreateForm = z.strictObject({
  ...accountShape,
  email: GivenEmail,
  // Judged by `checkPassword`: it may be left empty.
  password: z.string(),
})

const start = {
  name: '',
  email: '',
  password: '',
  licenseNumber: '',
  telephone: '',
  isAdministrator: false,
  acceptsOrderSms: false,
  acceptsOrderEmail: true,
}

/** Makes an account in one's own organization; without a password its owner is mailed a link to set one. */
export function CreateMemberDialog({ isOpen, onClose }: MemberDialogProps) {
  const t = useTexts('members.create')
  const fields = useTexts('members.fields')
  const common = useTexts('common')
  const { form, submit, isBusy } = useCreation(onClose)
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={520}
      isBusy={isBusy}
      onSubmit={submit}
    >
      <NameField form={form as never} />
      <EmailField form={form as never} label={common('label.email')} />
      <TextInput
        label={fields('password')}
        description={t('passwordHelp', { min: limits.passwordLengthMin, max: limits.passwordLengthMax })}
        type="password"
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <MemberFields form={form as never} />
    </FormDialog>
  )
}

/** The form of a new account, and what sends it. */
function useCreation(onClose: () => void) {
  const t = useTexts('members.create')
  const form = useContractForm({
    schema: CreateForm,
    initial: start,
    draft: 'member',
    secrets: ['password'],
    check: ({ password }) => checkPassword(password),
  })
  const write = useWrite('members.create', { form })
  const submit = form.submit(async ({ password, ...values }) => {
    const secret = password === '' ? {} : { password: passwordDigest(password) }
    const member = await write.send({ body: { ...values, ...secret } })
    if (!member) return
    form.forgetDraft()
    onClose()
    showNotice({ level: 'info', text: t('done', { name: member.name, email: member.email }) })
  })
  return { form, submit, isBusy: write.isBusy }
}

function checkPassword(password: string) {
  if (password === '') return {}
  const read = NewPassword.safeParse(password)
  return read.success ? {} : { password: read.error.issues[0]?.message as 'password_length' }
}
