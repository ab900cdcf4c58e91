import { AccountSettings } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { applyAccount } from './use-account-update.ts'
import type { AccountDialogProps } from './use-sign-out-with-notice.ts'

/** Changes name, location and license number of the user. */
export function ProfileDialog({ subject: account, ...frame }: AccountDialogProps) {
  const t = useTexts('accounts')
  const common = useTexts('common')
  return (
    <FormDialog
      {...frame}
      title={t('profileDialog.title')}
      confirm={common('do.save')}
      call="accounts.update"
      rules={AccountSettings.shape}
      initial={{
        name: account.name,
        location: account.location ?? '',
        licenseNumber: account.licenseNumber ?? '',
      }}
      fields={[
        { name: 'name', label: common('label.personName'), autoComplete: 'name' },
        { name: 'location', label: t('location'), help: t('profileDialog.locationHelp') },
        { name: 'licenseNumber', label: common('label.license'), help: t('profileDialog.licenseHelp') },
      ]}
      onDone={applyAccount}
    />
  )
}
