import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Group, Skeleton, Stack, Switch } from '@mantine/core'
import { businessTypes, type Organization } from '@pontic/contract'
import type { ReactNode } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { canOpen, screenOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { DateText } from '../../ui/formats.tsx'
import { ImageField } from '../../ui/ImageField.tsx'
import { IconEye, IconHistory } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Facts, Page, Section } from '../../ui/Page.tsx'
import { StorageMeter } from '../../ui/StorageMeter.tsx'
import { CalendarForm } from './CalendarForm.tsx'
import { CoverImages } from './CoverImages.tsx'
import { AboutForm, AddressForm, BasicForm, TermsForm } from './OrganizationForms.tsx'
import { usePartnerText } from './use-partner-text.ts'
import { useSave } from './use-save.ts'

/** Renders sections of other wings, which this wing must not import. The page shows them above `DataLinks`. */
type Sections = { sections: (organization: Organization) => ReactNode }

/** Page with the settings of the user's organization. Only administrators may open it. */
export function OrganizationPage({ sections }: Sections) {
  const t = useTexts()
  const read = useRead('organizations.get', {})
  const { data: organization } = read
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
      <Loaded read={read} skeleton={<PartsSkeleton />}>
        {(organization) => <Parts key={organization.id} organization={organization} sections={sections} />}
      </Loaded>
    </Page>
  )
}

const PartsSkeleton = () => (
  <Stack gap={14} aria-hidden="true">
    {[1, 2, 3, 4, 5].map((line) => (
      <Skeleton key={line} height={48} />
    ))}
  </Stack>
)

/** Link to the organization's audit log, or for the platform to the audit log of all organizations. */
function AuditLink() {
  const screens = useTexts('screens')
  const isPlatform = useSession()?.organization_type === businessTypes.platform
  return (
    <LinkButton
      variant="default"
      leftSection={<IconHistory />}
      to={isPlatform ? '/manage/audit' : '/organization/audit'}
    >
      {screens('audit')}
    </LinkButton>
  )
}

function ProfileLink({ id }: { id: string }) {
  const t = useTexts('organizations')
  return (
    <LinkButton variant="default" leftSection={<IconEye />} to="/organization/profile/$id" params={{ id }}>
      {t('seeProfile')}
    </LinkButton>
  )
}

function Parts({ organization, sections }: { organization: Organization } & Sections) {
  const t = useTexts('organizations')
  const common = useTexts('common')
  const types = useTexts('orgTypes')
  const partnership = usePartnerText()('organizations.partnership')
  return (
    <>
      <Section title={t('basic')}>
        <Facts
          facts={[
            [common('label.type'), types(`${organization.businessType}`)],
            [common('label.registeredAt'), <DateText key="registered" moment={organization.registeredAt} />],
          ]}
        />
        <BasicForm organization={organization} />
      </Section>
      {/* The mails that warn of low storage link to this page (rules §7). */}
      <Section title={common('label.storage')}>
        <StorageMeter
          storage={{
            usedBytes: organization.storageUsedBytes,
            totalBytes: organization.storageQuotaBytes,
          }}
        />
      </Section>
      <Section title={common('label.address')}>
        <AddressForm organization={organization} />
      </Section>
      <Section title={t('aboutUs')}>
        <Stack gap={14}>
          <Logo imageId={organization.logoImageId} />
          <CoverImages imageIds={organization.coverImageIds} />
          <AboutForm organization={organization} />
        </Stack>
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

/** The logo of the organization. A change is saved as soon as the picture is cropped. */
function Logo({ imageId }: { imageId: string | null }) {
  const t = useTexts('organizations')
  const { save, isBusy } = useSave()
  return (
    <ImageField
      label={t('logo')}
      purpose="logo"
      imageId={imageId}
      isBusy={isBusy}
      onUploaded={(image) => void save({ logoImageId: image.id })}
      onRemove={() => void save({ logoImageId: null })}
    />
  )
}

/** Switch that accepts partnership requests automatically (requirement 6.auto-accept). A change is saved immediately. */
function AutoAccept({ isOn }: { isOn: boolean }) {
  const t = useTexts('organizations')
  const { save, isBusy } = useSave()
  const set = (next: boolean) =>
    save({ autoAcceptsPartners: next }, t(next ? 'autoAcceptOn' : 'autoAcceptOff'))
  return (
    <Switch
      label={t('autoAccept')}
      description={t('autoAcceptHelp')}
      checked={isOn}
      disabled={isBusy}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  )
}

/** Loads the calendar of a laboratory and shows its form. */
function Calendar({ labId }: { labId: string }) {
  const t = useTexts('delivery')
  const read = useRead('delivery.getCalendar', { params: { id: labId } })
  return (
    <Section title={t('calendar')}>
      <Loaded read={read} skeleton={160}>
        {(calendar) => <CalendarForm calendar={calendar} />}
      </Loaded>
    </Section>
  )
}

const dataScreens = ['/organization/keys', '/organization/webhooks', '/organization/patients'] as const

/** Links to the screens for API keys, webhooks and patients' data that the user may open. */
function DataLinks() {
  const t = useTexts('organizations')
  const names = useTexts('screens')
  const session = useSession()
  if (!session) return null
  const open = dataScreens.filter((path) => canOpen(screenOf(path), session))
  if (open.length === 0) return null
  return (
    <Section title={t('data')}>
      <Group gap={8}>
        {open.map((path) => (
          <LinkButton key={path} variant="default" to={path}>
            {names(screenOf(path).title)}
          </LinkButton>
        ))}
      </Group>
    </Section>
  )
}
