import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useSession } from '../../frame/session.ts'
import { accountShape, NameField } from '../../ui/AccountFields.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { MemberFields } from './MemberFields.tsx'
import type { MemberDialogProps } from './member-actions.ts'

const EditForm = z.strictObject(accountShape)

/** Changes name, numbers, rights and notifications of a member; his address is his own to change. */
export function EditMemberDialog({ member, isOpen, onClose }: MemberDialogProps) {
  const t = useTexts('members.edit')
  const common = useTexts('common')
  const isOwn = useSession()?.account_id === member?.id
  const form = useContractForm({
    schema: EditForm,
    initial: {
      name: member?.name ?? '',
      licenseNumber: member?.licenseNumber ?? '',
      telephone: member?.telephone ?? '',
      isAdministrator: member?.isAdministrator ?? false,
      acceptsOrderSms: member?.acceptsOrderSms ?? false,
      acceptsOrderEmail: member?.acceptsOrderEmail ?? true,
    },
  })
  const write = useWrite('members.update', { form })
  if (!member) return null
  const submit = form.submit(async (values) => {
    if (!(await write.send({ body: { id: member.id, ...values } }))) return
    onClose()
    showNotice({ level: 'info', text: common('savedName', { name: values.name }) })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('label.editOf', { name: member.name })}
      confirm={common('do.save')}
      widthPx={520}
      isBusy={write.isBusy}
      onSubmit={submit}
    >
      <NameField form={form as never} />
      <TextInput label={common('label.email')} description={t('emailHelp')} value={member.email} readOnly />
      <MemberFields form={form as never} isOwn={isOwn} />
    </FormDialog>
  )
}
