import { type OrganizationDetail, orderStatuses } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useScreenParams } from '../../frame/navigation.ts'
import { DateText, MomentText, NumberText } from '../../ui/formats.tsx'
import { Facts, Section } from '../../ui/Page.tsx'
import { RowList } from '../../ui/RowList.tsx'
import { StorageBar } from '../../ui/StorageMeter.tsx'
import { DetailPage, ListLink } from './DetailPage.tsx'
import css from './Manage.module.css'
import { useOrganizationActions } from './organization-actions.tsx'

/** The page of an organization in the back office. */
export function OrganizationDetailPage() {
  const { id = '' } = useScreenParams()
  const t = useTexts()
  const read = useRead('manage.getOrganization', { params: { id } }, { isFresh: true })
  return (
    <DetailPage
      of="organization"
      title={t('screens.manageOrganization')}
      read={read}
      lead={({ businessType }) => `${t(`orgTypes.${businessType}`)} · `}
      actions={useOrganizationActions()}
      left={(detail) => (
        <>
          <Storage detail={detail} />
          <Contact detail={detail} />
          <Partners detail={detail} />
        </>
      )}
      right={(detail) => (
        <>
          <People detail={detail} />
          <Cases detail={detail} />
          <Audit detail={detail} />
        </>
      )}
    />
  )
}

type DetailProps = { detail: OrganizationDetail }

function Storage({ detail }: DetailProps) {
  const t = useTexts()
  const { size } = useFormats()
  const { storageUsedBytes: used, storageQuotaBytes: quota } = detail
  const share = quota === 0 ? 1 : Math.min(used / quota, 1)
  const text = t('manage.storageOf', { used: size(used), quota: size(quota) })
  return (
    <Section title={t('common.label.storage')}>
      <div className={css.meter} data-full={share >= 0.95 || undefined}>
        <span className="figures">{text}</span>
        <StorageBar share={share} text={text} />
      </div>
    </Section>
  )
}

function People({ detail }: DetailProps) {
  const t = useTexts('manage.organization')
  const texts = useTexts()
  const { people, administrators } = detail
  const states = (['active', 'waiting', 'disabled'] as const).filter(
    (state) => state === 'active' || people[state] > 0,
  )
  return (
    <Section
      title={t('people')}
      actions={
        <ListLink to="/manage/user" search={{ organization: detail.id }}>
          {t('allUsers')}
        </ListLink>
      }
    >
      <Facts
        facts={[
          ...states.map(
            (state) =>
              [texts(`common.state.${state}`), <NumberText key={state} value={people[state]} />] as const,
          ),
          [t('withoutTwoFactor'), <NumberText key="t" value={people.withoutTwoFactor} />],
          [texts('screens.security'), t(detail.requiresTwoFactor ? 'required' : 'notRequired')],
          [
            texts('common.label.lastActive'),
            detail.lastActiveAt ? (
              <DateText key="active" moment={detail.lastActiveAt} />
            ) : (
              texts('common.never')
            ),
          ],
        ]}
      />
      {administrators.length > 0 && (
        <>
          <h3 className={css.head}>{t('administrators')}</h3>
          <RowList className={css.list}>
            {administrators.map(({ id, name, email }) => (
              <li key={id}>
                <Link to="/manage/user/$id" params={{ id }}>
                  {name}
                </Link>
                <span className="meta">{email}</span>
              </li>
            ))}
          </RowList>
        </>
      )}
    </Section>
  )
}

function Contact({ detail: { organization, registeredAt } }: DetailProps) {
  const t = useTexts('organizations')
  const common = useTexts('common.label')
  return (
    <Section title={t('basic')}>
      <Facts
        facts={[
          [t('address'), [organization.address, organization.postalCode].filter(Boolean).join(', ')],
          [common('contactPerson'), organization.contactPerson],
          [common('email'), organization.email],
          [t('officePhone'), organization.officePhone],
          [common('mobilePhone'), organization.mobilePhone],
          [common('license'), organization.licenseNumber],
          [t('website'), organization.websiteUrl],
          [t('remark'), organization.remark],
          [common('registeredAt'), <MomentText key="r" moment={registeredAt} />],
        ]}
      />
    </Section>
  )
}

function Cases({ detail: { id, counts } }: DetailProps) {
  const t = useTexts()
  const shown = orderStatuses.filter((status) => counts[status] > 0)
  return (
    <Section
      title={t('screens.orders')}
      actions={
        <ListLink to="/manage/order" search={{ organization: id }}>
          {t('screens.manageOrders')}
        </ListLink>
      }
    >
      {shown.length === 0 && <p className="quiet">{t('manage.organization.noCases')}</p>}
      <Facts
        facts={shown.map((status) => [
          t(`order.status.${status}`),
          <NumberText key={status} value={counts[status]} />,
        ])}
      />
    </Section>
  )
}

function Partners({ detail: { partners } }: DetailProps) {
  const t = useTexts('manage.organization')
  const screens = useTexts('screens')
  return (
    <Section title={screens('partners')}>
      {partners.length === 0 && <p className="quiet">{t('noPartners')}</p>}
      <RowList className={css.list}>
        {partners.map(({ organizationId: id, name, openOrders, since }) => (
          <li key={id}>
            <Link to="/manage/organization/$id" params={{ id }}>
              {name}
            </Link>
            <span className="meta">
              {openOrders > 0 ? t('openCases', { count: openOrders }) : <DateText moment={since} />}
            </span>
          </li>
        ))}
      </RowList>
    </Section>
  )
}

function Audit({ detail }: DetailProps) {
  const t = useTexts('manage.organization')
  const screens = useTexts('screens')
  return (
    <Section
      title={screens('audit')}
      actions={
        <ListLink to="/manage/audit" search={{ organization: detail.id }}>
          {t('openAudit')}
        </ListLink>
      }
    >
      <p className="quiet">{t('auditText')}</p>
    </Section>
  )
}
