import { Button, Skeleton } from '@mantine/core'
import { businessTypes, type Organization } from '@pontic/contract'
import { IconEye, IconHistory } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { mayOpen, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DateText } from '../../ui/formats.tsx'
import { Facts, Page, Section } from '../../ui/Page.tsx'
import { StorageMeter } from '../../ui/StorageMeter.tsx'
import { AboutForm } from './AboutForm.tsx'
import { AddressForm } from './AddressForm.tsx'
import { AutoAccept } from './AutoAccept.tsx'
import { BasicForm } from './BasicForm.tsx'
import { CalendarForm } from './CalendarForm.tsx'
import { CoverImages } from './CoverImages.tsx'
import { Logo } from './Logo.tsx'
import css from './Organization.module.css'
import { TermsForm } from './TermsForm.tsx'
import { usePartnerText } from './use-partner-text.ts'

/** Sections that other features add before the links to data. */
type Sections = { sections: (organization: Organization) => ReactNode }

/** My organization, for its administrators: what partners see of it and how it works with them. The platform has none. */
export function OrganizationPage({ sections }: Sections) {
  const t = useTexts()
  const { data: organization, failure, refetch } = useRead('organizations.get', {})
  const hasPartners = usePartnerText()('organizations.partnership') !== undefined
  return (
    <Page
      title={t('screens.organization')}
      width="narrow"
      lead={
        organization &&
        t(`organizations.${hasPartners ? 'lead' : 'leadPlatform'}`, { name: organization.name })
      }
      actions={
        organization && (
          <>
            <AuditLink />
            {hasPartners && <ProfileLink id={organization.id} />}
          </>
        )
      }
    >
      {failure && <ErrorState {...failure} onRetry={refetch} />}
      {!failure && !organization && <Waiting />}
      {organization && <Parts key={organization.id} organization={organization} sections={sections} />}
    </Page>
  )
}

/** Leads to the organization's part of the audit log, or the platform to the whole of it. */
function AuditLink() {
  const screens = useTexts('screens')
  const session = useSession()
  const isPlatform = session?.organization_type === businessTypes.platform
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={18} stroke={1.75} />}
      component={Link}
      {...({ to: isPlatform ? '/manage/audit' : '/organization/audit' } as object)}
    >
      {screens('audit')}
    </Button>
  )
}

function ProfileLink({ id }: { id: string }) {
  const t = useTexts('organizations')
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={18} stroke={1.75} />}
      component={Link}
      {...({ to: '/organization/profile/$id', params: { id } } as object)}
    >
      {t('seeProfile')}
    </Button>
  )
}

function Waiting() {
  return (
    <div className={css.organizationForm} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((line) => (
        <Skeleton key={line} height={48} />
      ))}
    </div>
  )
}

function Parts({ organization, sections }: { organization: Organization } & Sections) {
  const t = useTexts('organizations')
  const common = useTexts('common')
  const partnership = usePartnerText()('organizations.partnership')
  return (
    <>
      <Section title={t('basic')}>
        <Standing organization={organization} />
        <BasicForm organization={organization} />
      </Section>
      <Storage organization={organization} />
      <Section title={common('label.address')}>
        <AddressForm organization={organization} />
      </Section>
      <Section title={t('aboutUs')}>
        <div className={css.organizationForm}>
          <Logo imageId={organization.logoImageId} />
          <CoverImages imageIds={organization.coverImageIds} />
          <AboutForm organization={organization} />
        </div>
      </Section>
      <Section title={t('termsTitle')}>
        <TermsForm organization={organization} />
      </Section>
      {organization.businessType === businessTypes.lab && <Calendar labId={organization.id} />}
      {partnership && (
        <Section title={partnership}>
          <AutoAccept isOn={organization.autoAcceptsPartners} />
        </Section>
      )}
      {sections(organization)}
      <DataLinks />
    </>
  )
}

/** What its files take; the warning mails lead here (rules §7). */
function Storage({ organization }: { organization: Organization }) {
  const common = useTexts('common')
  const { storageUsedBytes: usedBytes, storageQuotaBytes: totalBytes } = organization
  return (
    <Section title={common('label.storage')}>
      <StorageMeter storage={{ usedBytes, totalBytes }} />
    </Section>
  )
}

/** When a laboratory works; clinics have no such days. */
function Calendar({ labId }: { labId: string }) {
  const t = useTexts('delivery')
  const { data: calendar, failure, refetch } = useRead('delivery.getCalendar', { params: { id: labId } })
  return (
    <Section title={t('calendar')}>
      {failure && <ErrorState {...failure} onRetry={refetch} />}
      {!failure && !calendar && <Skeleton height={160} />}
      {calendar && <CalendarForm calendar={calendar} />}
    </Section>
  )
}

const dataScreens = ['/organization/keys', '/organization/patients'] as const

/** Where software and patients' data are looked after: what is open to the reader. */
function DataLinks() {
  const t = useTexts('organizations')
  const names = useTexts('screens')
  const session = useSession()
  if (!session) return null
  const open = dataScreens.filter((path) => mayOpen(screenOf(path), session))
  if (open.length === 0) return null
  return (
    <Section title={t('data')}>
      <div className={css.organizationButtons}>
        {open.map((path) => (
          <Button key={path} variant="default" component={Link} {...({ to: path } as object)}>
            {names(screenOf(path).title)}
          </Button>
        ))}
      </div>
    </Section>
  )
}

/** What nobody changes here. */
function Standing({ organization }: { organization: Organization }) {
  const common = useTexts('common')
  const types = useTexts('orgTypes')
  return (
    <Facts
      facts={[
        [common('label.type'), types(`${organization.businessType}`)],
        [common('label.registeredAt'), <DateText key="registered" moment={organization.registeredAt} />],
      ]}
    />
  )
}
