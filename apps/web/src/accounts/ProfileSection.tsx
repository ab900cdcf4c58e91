import type { Account } from '@pontic/contract'
import { useTexts } from '../i18n.tsx'
import { kindOf } from '../screens.tsx'
import { useSession } from '../session.ts'
import { ImageField } from '../ui/ImageField.tsx'
import { Setting, SettingButton, Settings } from './SettingRow.tsx'
import type { AskAccount } from './use-account-dialogs.tsx'
import { useAccountUpdate } from './use-account-update.ts'

/** Who one is: picture, name, place, license; organization and role are the administrator's to change. */
export function ProfileSection({ account, ask }: { account: Account; ask: AskAccount }) {
  const t = useTexts('accounts')
  const roles = useTexts('roles')
  const session = useSession()
  const { update, isBusy } = useAccountUpdate()
  const change = (of: string) => <SettingButton label={t('edit')} of={of} onPress={() => ask('profile')} />
  return (
    <>
      <ImageField
        label={t('avatar')}
        purpose="avatar"
        imageId={account.avatar}
        fallback={
          <span className="account-initials" aria-hidden="true">
            {[...account.name][0]?.toUpperCase()}
          </span>
        }
        isBusy={isBusy}
        onUploaded={(image) => void update({ avatar: image.id })}
        onRemove={() => void update({ avatar: null })}
      />
      <Settings>
        <Setting name={t('name')} action={change(t('name'))}>
          {account.name}
        </Setting>
        <Setting name={t('location')} action={change(t('location'))}>
          {account.location || <Nothing />}
        </Setting>
        <Setting name={t('license')} action={change(t('license'))}>
          {account.licenseNumber || <Nothing />}
        </Setting>
        <Setting name={t('organization')}>{account.orgName}</Setting>
        {session && <Setting name={t('role')}>{roles(kindOf(session))}</Setting>}
      </Settings>
    </>
  )
}

function Nothing() {
  return <span className="quiet">{useTexts('accounts')('nothing')}</span>
}
