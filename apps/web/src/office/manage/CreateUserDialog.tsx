import { businessTypes, Id, type ManagedUser } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { accountShape, EmailField, NameField } from '../../ui/AccountFields.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { Filled, GivenEmail } from '../../ui/form-fields.ts'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import { OrganizationSelect } from './OrganizationSelect.tsx'
import { UserFields } from './UserFields.tsx'

const CreateForm = z.strictObject({ ...accountShape, organizationId: z.pipe(Filled, Id), email: GivenEmail })

const start = {
  organizationId: '',
  name: '',
  email: '',
  licenseNumber: '',
  telephone: '',
  isAdministrator: false,
  acceptsOrderSms: false,
  acceptsOrderEmail: true,
}

/** Makes an account in any organization; its owner is mailed a link to set a password. */
export function CreateUserDialog({ isOpen, onClose }: DialogProps<ManagedUser, 'create'>) {
  const t = useTexts('manage.user.create')
  const common = useTexts('common')
  const manage = useTexts('manage')
  const form = useContractForm({ schema: CreateForm, initial: start, draft: 'manage.user' })
  const write = useWrite('manage.createUser', { form })
  const submit = form.submit(async (values) => {
    const user = await write.send({ body: values })
    if (!user) return
    form.forgetDraft()
    onClose()
    showNotice({ level: 'info', text: manage('created', { name: user.name, email: user.email }) })
  })
  const { error } = form.getInputProps('organizationId')
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
      <OrganizationSelect
        label={common('label.organization')}
        value={form.values.organizationId || null}
        error={error as string | undefined}
        isFit={(one) => one.businessType !== businessTypes.person}
        onChange={(id) => form.setFieldValue('organizationId', id ?? '')}
      />
      <NameField form={form as never} />
      <EmailField form={form as never} label={common('label.email')} description={t('emailHelp')} />
      <UserFields form={form as never} rightsHelp={t('rightsHelp')} />
    </FormDialog>
  )
}
