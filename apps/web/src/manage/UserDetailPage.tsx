import { Button, Skeleton } from '@mantine/core'
import type { UserDetail } from '@pontic/contract'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '../api.ts'
import { useFormats, useTexts } from '../i18n.tsx'
import { useScreenName, useScreenParams } from '../router.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DateText, MomentText } from '../ui/formats.tsx'
import { Facts, Page, Section } from '../ui/Page.tsx'
import { RowMenu } from '../ui/RowMenu.tsx'
import { StateText } from './StateText.tsx'
import { useUserActions } from './user-actions.tsx'

/** A user as the platform's administrator sees him: where he belongs, how he signs in, and what can be done. */
export function UserDetailPage() {
  const { id = '' } = useScreenParams()
  const t = useTexts()
  const { data, failure, refetch } = useRead('manage.getUser', { params: { id } }, { isFresh: true })
  const actions = useUserActions()
  useScreenName(data?.name)
  return (
    <Page
      title={data?.name ?? t('screens.manageUser')}
      width="text"
      lead={data && <StateText state={data.state} />}
      actions={
        data &&
        data.state !== 'deleted' && (
          <>
            <Button
              variant="default"
              leftSection={<IconPencil size={18} stroke={1.75} />}
              onClick={() => actions.press('edit', data)}
            >
              {t('manage.user.do.edit')}
            </Button>
            <RowMenu
              label={t('manage.actionsFor', { name: data.name })}
              actions={actions.entriesOf(data).filter((entry) => entry.key !== 'edit')}
            />
          </>
        )
      }
    >
      {failure && <ErrorState {...failure} onRetry={refetch} />}
      {!failure && !data && <Skeleton height={280} aria-hidden="true" />}
      {data?.state === 'deleted' && <Deleted user={data} onRestore={() => actions.restore(data)} />}
      {data && (
        <div className="manage-columns">
          <Account user={data} />
          <div>
            <Devices user={data} />
            <Audit user={data} />
          </div>
        </div>
      )}
      {actions.dialog}
    </Page>
  )
}

type UserProps = { user: UserDetail }

function Deleted({ user, onRestore }: UserProps & { onRestore: () => void }) {
  const t = useTexts('manage.user')
  const { date } = useFormats()
  const { restorableUntil, deletedAt } = user
  return (
    <div className="manage-note">
      <p>
        {restorableUntil
          ? t('deletedUntil', { day: date(restorableUntil) })
          : t('deletedFinal', { day: deletedAt ? date(deletedAt) : '' })}
      </p>
      {restorableUntil && (
        <Button variant="default" onClick={onRestore}>
          {t('do.restore')}
        </Button>
      )}
    </div>
  )
}

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
          [t('columns.role'), t(user.isAdministrator ? 'role.administrator' : 'role.member')],
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
