import type { Account } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import { canOpen, kindOf, type ScreenPath, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { ImageField } from '../../ui/ImageField.tsx'
import { initialsOf } from '../../ui/initials.ts'
import css from './SettingRow.module.css'
import { Setting, Settings } from './SettingRow.tsx'
import { useAccountUpdate } from './use-account-update.ts'

/** Picture, name, location and license of the user. Organization and role are shown but cannot be changed here. */
export function ProfileSection({ account }: { account: Account }) {
  const t = useTexts('accounts')
  const common = useTexts('common')
  const roles = useTexts('common.role')
  const session = useSession()
  const { update, isBusy } = useAccountUpdate()
  return (
    <>
      <ImageField
        label={t('avatar')}
        purpose="avatar"
        imageId={account.avatar}
        fallback={
          <span className={css.accountInitials} aria-hidden="true">
            {initialsOf(account.name)}
          </span>
        }
        isBusy={isBusy}
        onUploaded={(image) => void update({ avatar: image.id })}
        onRemove={() => void update({ avatar: null })}
      />
      <Settings>
        <Setting name={common('label.personName')}>{account.name}</Setting>
        <Setting name={t('location')}>{account.location || <Nothing />}</Setting>
        <Setting name={common('label.license')}>{account.licenseNumber || <Nothing />}</Setting>
        <Setting name={common('label.organization')}>
          <OrganizationName account={account} />
        </Setting>
        {session && <Setting name={common('label.role')}>{roles(kindOf(session))}</Setting>}
      </Settings>
    </>
  )
}

/** The organization's name. It links to the settings for administrators, and to the profile for users who may open it. */
function OrganizationName({ account: { orgId: id, orgName } }: { account: Account }) {
  const session = useSession()
  const may = (path: ScreenPath) => session !== undefined && canOpen(screenOf(path), session)
  if (may('/myinfo/organization')) {
    return (
      <Link className="text-link" to="/myinfo/organization">
        {orgName}
      </Link>
    )
  }
  if (!may('/organization/profile/$id')) return orgName
  return (
    <Link className="text-link" to="/organization/profile/$id" params={{ id }}>
      {orgName}
    </Link>
  )
}

function Nothing() {
  return <span className="quiet">{useTexts('accounts')('nothing')}</span>
}
