import { type UserDetail, userRoleOf } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenParams } from '../../frame/navigation.ts'
import { DateText, MomentText } from '../../ui/formats.tsx'
import { Facts, Section } from '../../ui/Page.tsx'
import { RowList } from '../../ui/RowList.tsx'
import { DetailPage, ListLink } from './DetailPage.tsx'
import css from './Manage.module.css'
import { useUserActions } from './user-actions.tsx'

/** The page of a user in the back office. */
export function UserDetailPage() {
  const { id = '' } = useScreenParams()
  const t = useTexts()
  const read = useRead('manage.getUser', { params: { id } }, { isFresh: true })
  return (
    <DetailPage
      of="user"
      title={t('screens.manageUser')}
      read={read}
      actions={useUserActions()}
      left={(user) => <Account user={user} />}
      right={(user) => (
        <>
          <Devices user={user} />
          <Audit user={user} />
        </>
      )}
    />
  )
}

type UserProps = { user: UserDetail }

function Account({ user }: UserProps) {
  const t = useTexts()
  const common = useTexts('common.label')
  const accounts = useTexts('accounts')
  const notices = [
    user.acceptsOrderEmail && accounts('byEmail'),
    user.acceptsOrderSms && accounts('bySms'),
  ].filter(Boolean)
  const organization = (
    <Link className={css.link} to="/manage/organization/$id" params={{ id: user.organizationId }}>
      {user.organizationName}
    </Link>
  )
  return (
    <Section title={common('account')}>
      <Facts
        facts={[
          [common('email'), user.email],
          [common('organization'), organization],
          [common('role'), t(`common.role.${userRoleOf(user)}`)],
          [t('screens.security'), t(user.hasTwoFactor ? 'common.yes' : 'common.no')],
          [common('telephone'), user.telephone],
          [common('license'), user.licenseNumber],
          [t('members.fields.notices'), notices.join(', ')],
          [common('createdAt'), <MomentText key="created" moment={user.createdAt} />],
          [
            common('lastActive'),
            user.lastSignedInAt ? <DateText key="last" moment={user.lastSignedInAt} /> : t('common.never'),
          ],
        ]}
      />
    </Section>
  )
}

function Devices({ user: { devices } }: UserProps) {
  const t = useTexts('manage.user')
  const common = useTexts('common.label')
  return (
    <Section title={t('devices')}>
      {devices.length === 0 && <p className="quiet">{t('noDevices')}</p>}
      <RowList className={css.list}>
        {devices.map(({ browser, system, address, lastUsedAt }) => (
          <li key={`${lastUsedAt} ${address}`}>
            <span>{[browser, system].filter(Boolean).join(', ') || common('unknownDevice')}</span>
            <span className="meta figures">
              {address} · <DateText moment={lastUsedAt} />
            </span>
          </li>
        ))}
      </RowList>
    </Section>
  )
}

function Audit({ user: { id } }: UserProps) {
  const t = useTexts('manage.user')
  const screens = useTexts('screens')
  return (
    <Section title={screens('audit')}>
      <RowList className={css.list}>
        <li>
          <ListLink to="/manage/audit" search={{ account: id }}>
            {t('didAudit')}
          </ListLink>
        </li>
        <li>
          <ListLink to="/manage/audit" search={{ object: id }}>
            {t('wasAudit')}
          </ListLink>
        </li>
      </RowList>
    </Section>
  )
}
