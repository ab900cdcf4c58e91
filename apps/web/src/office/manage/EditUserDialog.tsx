import { TextInput } from '@mantine/core'
import type { ManagedUser } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { accountShape, NameField } from '../../ui/AccountFields.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { GivenEmail } from '../../ui/form-fields.ts'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import { hasAdministrators, UserFields } from './UserFields.tsx'

const EditForm = z.strictObject({ ...accountShape, email: GivenEmail })

/** Changes a user for the platform; another address holds once its owner has confirmed it. */
export function EditUserDialog({ subject, isOpen, onClose }: DialogProps<ManagedUser, 'edit'>) {
  const t = useTexts('manage.user.editing')
  const common = useTexts('common')
  const form = useContractForm({
    schema: EditForm,
    initial: {
      name: subject?.name ?? '',
      email: subject?.email ?? '',
      licenseNumber: subject?.licenseNumber ?? '',
      telephone: subject?.telephone ?? '',
      isAdministrator: subject?.isAdministrator ?? false,
      acceptsOrderSms: subject?.acceptsOrderSms ?? false,
      acceptsOrderEmail: subject?.acceptsOrderEmail ?? true,
    },
  })
  const write = useWrite('manage.updateUser', { form })
  if (!subject) return null
  const submit = form.submit(async ({ email, ...values }) => {
    const isMoved = email !== subject.email
    const body = { id: subject.id, ...values, ...(isMoved ? { email } : {}) }
    if (!(await write.send({ body }))) return
    onClose()
    const text = isMoved
      ? t('moved', { name: values.name, email })
      : common('savedName', { name: values.name })
    showNotice({ level: 'info', text })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={common('label.editOf', { name: subject.name })}
      confirm={common('do.save')}
      widthPx={560}
      isBusy={write.isBusy}
      onSubmit={submit}
    >
      <NameField form={form as never} />
      <TextInput
        label={common('label.email')}
        description={t('emailHelp')}
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.getInputProps('email')}
      />
      <UserFields
        form={form as never}
        rightsHelp={hasAdministrators(subject) ? t('rightsHelp') : undefined}
      />
    </FormDialog>
  )
}
