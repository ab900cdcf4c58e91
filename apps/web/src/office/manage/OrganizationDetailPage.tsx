import { type OrganizationDetail, orderStatuses } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useScreenParams } from '../../frame/navigation.ts'
import { DateText, MomentText, NumberText } from '../../ui/formats.tsx'
import { Facts, Section } from '../../ui/Page.tsx'
import { DetailPage } from './DetailPage.tsx'
import css from './Manage.module.css'
import { useOrganizationActions } from './organization-actions.tsx'
import { StateText } from './StateText.tsx'

/** An organization as the platform's administrator sees it: quota, people, cases, partners, and what can be done. */
export function OrganizationDetailPage() {
  const { id = '' } = useScreenParams()
  const t = useTexts()
  const read = useRead('manage.getOrganization', { params: { id } }, { isFresh: true })
  const actions = useOrganizationActions()
  return (
    <DetailPage
      of="organization"
      title={t('screens.profile')}
      read={read}
      lead={({ businessType, state }) => (
        <>
          {t(`orgTypes.${businessType}`)} · <StateText state={state} />
        </>
      )}
      words={{ edit: t('common.do.edit'), restore: t('common.do.restore') }}
      actions={actions}
    >
      {(detail) => (
        <>
          <div>
            <Storage detail={detail} />
            <Contact detail={detail} />
            <Partners detail={detail} />
          </div>
          <div>
            <People detail={detail} />
            <Cases detail={detail} />
            <Audit detail={detail} />
          </div>
        </>
      )}
    </DetailPage>
  )
}

type DetailProps = { detail: OrganizationDetail }

function Storage({ detail }: DetailProps) {
  const t = useTexts('manage')
  const common = useTexts('common')
  const { size } = useFormats()
  const { storageUsedBytes: used, storageQuotaBytes: quota } = detail
  const share = quota === 0 ? 1 : Math.min(used / quota, 1)
  const text = t('storageOf', { used: size(used), quota: size(quota) })
  return (
    <Section title={common('label.storage')}>
      <div className={css.manageMeter} data-full={share >= 0.95 || undefined}>
        <p className="figures">{text}</p>
        {/* biome-ignore lint/a11y/useSemanticElements: browsers draw a meter each in their own colours */}
        <div
          role="meter"
          aria-label={common('label.storage')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          aria-valuetext={text}
        >
          <span style={{ width: `${share * 100}%` }} />
        </div>
      </div>
    </Section>
  )
}

function People({ detail }: DetailProps) {
  const t = useTexts('manage.organization')
  const screens = useTexts('screens')
  const common = useTexts('common')
  const { people } = detail
  return (
    <Section
      title={t('people')}
      actions={
        <Link className={css.manageLink} to="/manage/user" search={{ organization: detail.id } as never}>
          {t('allUsers')}
        </Link>
      }
    >
      <Facts
        facts={[
          [common('state.active'), <NumberText key="a" value={people.active} />],
          [
            common('state.waiting'),
            people.waiting > 0 ? <NumberText key="w" value={people.waiting} /> : null,
          ],
          [
            common('state.disabled'),
            people.disabled > 0 ? <NumberText key="d" value={people.disabled} /> : null,
          ],
          [t('withoutTwoFactor'), <NumberText key="t" value={people.withoutTwoFactor} />],
          [screens('security'), t(detail.requiresTwoFactor ? 'required' : 'notRequired')],
          [common('label.lastActive'), <DateText key="l" moment={detail.lastActiveAt} />],
        ]}
      />
      {detail.administrators.length > 0 && (
        <>
          <h3 className={clsx(css.manageHead, 'meta')}>{t('administrators')}</h3>
          <ul className={css.manageList}>
            {detail.administrators.map((person) => (
              <li key={person.id}>
                <Link to="/manage/user/$id" params={{ id: person.id }}>
                  {person.name}
                </Link>
                <span className="meta">{person.email}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Contact({ detail }: DetailProps) {
  const t = useTexts('organizations')
  const common = useTexts('common')
  const { organization } = detail
  return (
    <Section title={t('basic')}>
      <Facts
        facts={[
          [t('address'), [organization.address, organization.postalCode].filter(Boolean).join(', ')],
          [common('label.contactPerson'), organization.contactPerson],
          [common('label.email'), organization.email],
          [t('officePhone'), organization.officePhone],
          [common('label.mobilePhone'), organization.mobilePhone],
          [common('label.license'), organization.licenseNumber],
          [t('website'), organization.websiteUrl],
          [t('remark'), organization.remark],
          [common('label.registeredAt'), <MomentText key="r" moment={detail.registeredAt} />],
        ]}
      />
    </Section>
  )
}

function Cases({ detail }: DetailProps) {
  const t = useTexts()
  const shown = orderStatuses.filter((status) => detail.counts[status] > 0)
  return (
    <Section
      title={t('screens.orders')}
      actions={
        <Link className={css.manageLink} to="/manage/order" search={{ organization: detail.id } as never}>
          {t('screens.manageOrders')}
        </Link>
      }
    >
      {shown.length === 0 && <p className="quiet">{t('manage.organization.noCases')}</p>}
      <Facts
        facts={shown.map(
          (status) =>
            [t(`order.status.${status}`), <NumberText key={status} value={detail.counts[status]} />] as const,
        )}
      />
    </Section>
  )
}

function Partners({ detail }: DetailProps) {
  const t = useTexts('manage.organization')
  const screens = useTexts('screens')
  return (
    <Section title={screens('partners')}>
      {detail.partners.length === 0 && <p className="quiet">{t('noPartners')}</p>}
      <ul className={css.manageList}>
        {detail.partners.map((partner) => (
          <li key={partner.organizationId}>
            <Link to="/manage/organization/$id" params={{ id: partner.organizationId }}>
              {partner.name}
            </Link>
            <span className="meta">
              {partner.openOrders > 0 ? (
                t('openCases', { count: partner.openOrders })
              ) : (
                <DateText moment={partner.since} />
              )}
            </span>
          </li>
        ))}
      </ul>
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
        <Link className={css.manageLink} to="/manage/audit" search={{ organization: detail.id } as never}>
          {t('openAudit')}
        </Link>
      }
    >
      <p className="quiet">{t('auditText')}</p>
    </Section>
  )
}
