import { TextInput } from '@mantine/core'
import { AccountSettings } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useAccountUpdate } from './use-account-update.ts'
import type { AccountDialogProps } from './use-leaving.ts'

const { name, location, licenseNumber } = AccountSettings.shape
const ProfileForm = z.strictObject({
  name: z.nonoptional(name),
  location: z.nonoptional(location),
  licenseNumber: z.nonoptional(licenseNumber),
})

/** Name, place and license number. */
export function ProfileDialog({ account, isOpen, onClose }: AccountDialogProps) {
  const t = useTexts('accounts')
  const common = useTexts('common')
  const form = useContractForm({
    schema: ProfileForm,
    initial: {
      name: account.name,
      location: account.location ?? '',
      licenseNumber: account.licenseNumber ?? '',
    },
  })
  const { update, isBusy } = useAccountUpdate(form)
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('profileDialog.title')}
      confirm={common('do.save')}
      isBusy={isBusy}
      onSubmit={form.submit(async (values) => {
        if (await update(values)) onClose()
      })}
    >
      <TextInput
        label={common('label.personName')}
        autoComplete="name"
        withAsterisk
        aria-required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('location')}
        description={t('profileDialog.locationHelp')}
        {...form.getInputProps('location')}
      />
      <TextInput
        label={common('label.license')}
        description={t('profileDialog.licenseHelp')}
        {...form.getInputProps('licenseNumber')}
      />
    </FormDialog>
  )
}
