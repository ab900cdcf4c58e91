import { type UserDetail, userRoleOf } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useScreenParams } from '../router.tsx'
import { DateText, MomentText } from '../ui/formats.tsx'
import { Facts, Section } from '../ui/Page.tsx'
import { DetailPage } from './DetailPage.tsx'
import { StateText } from './StateText.tsx'
import { useUserActions } from './user-actions.tsx'

/** A user as the platform's administrator sees him: where he belongs, how he signs in, and what can be done. */
export function UserDetailPage() {
  const { id = '' } = useScreenParams()
  const t = useTexts()
  const read = useRead('manage.getUser', { params: { id } }, { isFresh: true })
  const actions = useUserActions()
  return (
    <DetailPage
      of="user"
      title={t('screens.manageUser')}
      read={read}
      lead={({ state }) => <StateText state={state} />}
      words={{ edit: t('manage.user.do.edit'), restore: t('manage.user.do.restore') }}
      actions={actions}
    >
      {(user) => (
        <>
          <Account user={user} />
          <div>
            <Devices user={user} />
            <Audit user={user} />
          </div>
        </>
      )}
    </DetailPage>
  )
}

type UserProps = { user: UserDetail }

function Account({ user }: UserProps) {
  const t = useTexts('manage')
  const fields = useTexts('members.fields')
  const notices = [
    user.acceptsOrderEmail && fields('byEmail'),
    user.acceptsOrderSms && fields('bySms'),
  ].filter(Boolean)
  return (
    <Section title={t('user.account')}>
      <Facts
        facts={[
          [fields('email'), user.email],
          [
            t('columns.organizationName'),
            <Link
              key="organization"
              className="manage-link"
              to="/manage/organization/$id"
              params={{ id: user.organizationId }}
            >
              {user.organizationName}
            </Link>,
          ],
          [t('columns.role'), t(`role.${userRoleOf(user)}`)],
          [t('columns.hasTwoFactor'), t(user.hasTwoFactor ? 'yes' : 'no')],
          [fields('telephone'), user.telephone],
          [fields('licenseNumber'), user.licenseNumber],
          [fields('notices'), notices.join(', ')],
          [t('columns.createdAt'), <MomentText key="created" moment={user.createdAt} />],
          [t('columns.lastSignedInAt'), <DateText key="last" moment={user.lastSignedInAt} />],
        ]}
      />
    </Section>
  )
}

function Devices({ user }: UserProps) {
  const t = useTexts('manage.user')
  return (
    <Section title={t('devices')}>
      {user.devices.length === 0 && <p className="quiet">{t('noDevices')}</p>}
      <ul className="manage-list">
        {user.devices.map((device) => (
          <li key={`${device.lastUsedAt} ${device.address}`}>
            <span>{[device.browser, device.system].filter(Boolean).join(', ') || t('unknownDevice')}</span>
            <span className="meta figures">
              {device.address} · <DateText moment={device.lastUsedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Audit({ user }: UserProps) {
  const t = useTexts('manage.user')
  return (
    <Section title={t('audit')}>
      <ul className="manage-list">
        <li>
          <Link to="/manage/audit" search={{ account: user.id } as never}>
            {t('didAudit')}
          </Link>
        </li>
        <li>
          <Link to="/manage/audit" search={{ object: user.id } as never}>
            {t('wasAudit')}
          </Link>
        </li>
      </ul>
    </Section>
  )
}
