import { type UserDetail, userRoleOf } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenParams } from '../../frame/navigation.ts'
import { DateText, MomentText } from '../../ui/formats.tsx'
import { Facts, Section } from '../../ui/Page.tsx'
import { DetailPage } from './DetailPage.tsx'
import css from './Manage.module.css'
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
      words={{ edit: t('common.do.edit'), restore: t('common.do.restore') }}
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
  const common = useTexts('common')
  const screens = useTexts('screens')
  const fields = useTexts('members.fields')
  const accounts = useTexts('accounts')
  const notices = [
    user.acceptsOrderEmail && accounts('byEmail'),
    user.acceptsOrderSms && accounts('bySms'),
  ].filter(Boolean)
  return (
    <Section title={common('label.account')}>
      <Facts
        facts={[
          [common('label.email'), user.email],
          [
            common('label.organization'),
            <Link
              key="organization"
              className={css.manageLink}
              to="/manage/organization/$id"
              params={{ id: user.organizationId }}
            >
              {user.organizationName}
            </Link>,
          ],
          [common('label.role'), common(`role.${userRoleOf(user)}`)],
          [screens('security'), common(user.hasTwoFactor ? 'yes' : 'no')],
          [common('label.telephone'), user.telephone],
          [common('label.license'), user.licenseNumber],
          [fields('notices'), notices.join(', ')],
          [common('label.createdAt'), <MomentText key="created" moment={user.createdAt} />],
          [common('label.lastActive'), <DateText key="last" moment={user.lastSignedInAt} />],
        ]}
      />
    </Section>
  )
}

function Devices({ user }: UserProps) {
  const t = useTexts('manage.user')
  const common = useTexts('common')
  return (
    <Section title={t('devices')}>
      {user.devices.length === 0 && <p className="quiet">{t('noDevices')}</p>}
      <ul className={css.manageList}>
        {user.devices.map((device) => (
          <li key={`${device.lastUsedAt} ${device.address}`}>
            <span>
              {[device.browser, device.system].filter(Boolean).join(', ') || common('label.unknownDevice')}
            </span>
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
  const screens = useTexts('screens')
  return (
    <Section title={screens('audit')}>
      <ul className={css.manageList}>
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
