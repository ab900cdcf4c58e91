import { Radio, TextInput } from '@mantine/core'
import { businessTypes, OrganizationName, PersonName } from '@pontic/contract'
import * as z from 'zod/mini'
import { useWrite } from '../../frame/api.ts'
import { markStale } from '../../frame/cache.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { EmailField } from '../../ui/AccountFields.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { Filled, GivenEmail } from '../../ui/form-fields.ts'
import type { DialogProps } from '../../ui/use-dialogs.tsx'
import type { Subject } from './ConfirmOrganization.tsx'

const CreateForm = z.strictObject({
  businessType: z.enum(['1', '2']),
  organizationName: z.pipe(Filled, OrganizationName),
  address: z.string(),
  name: z.pipe(Filled, PersonName),
  email: GivenEmail,
})

/** Makes a clinic or laboratory with its first administrator, who is mailed a link to set a password. */
export function CreateOrganizationDialog({ isOpen, onClose }: DialogProps<Subject, 'create'>) {
  const t = useTexts('manage.organization.create')
  const common = useTexts('common')
  const manage = useTexts('manage')
  const types = useTexts('orgTypes')
  const form = useContractForm({
    schema: CreateForm,
    initial: { businessType: '1' as '1' | '2', organizationName: '', address: '', name: '', email: '' },
    draft: 'manage.organization',
  })
  const write = useWrite('organizations.createWithAccount', { form })
  const submit = form.submit(async ({ businessType, ...values }) => {
    const type = businessType === '1' ? businessTypes.clinic : businessTypes.lab
    if (!(await write.send({ body: { ...values, businessType: type } }))) return
    form.forgetDraft()
    markStale('manage')
    onClose()
    showNotice({
      level: 'info',
      text: manage('created', { name: values.organizationName, email: values.email }),
    })
  })
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={t('confirm')}
      widthPx={520}
      isBusy={write.isBusy}
      onSubmit={submit}
    >
      <Radio.Group label={common('label.type')} {...form.getInputProps('businessType')}>
        <div className="dialog-boxes">
          <Radio value="1" label={types('1')} />
          <Radio value="2" label={types('2')} />
        </div>
      </Radio.Group>
      <TextInput
        label={common('label.organizationName')}
        withAsterisk
        aria-required
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('organizationName')}
      />
      <TextInput label={common('label.address')} autoComplete="off" {...form.getInputProps('address')} />
      <fieldset className="dialog-boxes">
        <legend>{t('administrator')}</legend>
        <TextInput
          label={common('label.personName')}
          withAsterisk
          aria-required
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <EmailField form={form as never} label={common('label.email')} description={t('emailHelp')} />
      </fieldset>
    </FormDialog>
  )
}
