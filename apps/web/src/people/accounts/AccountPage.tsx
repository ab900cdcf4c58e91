import { Skeleton, Stack } from '@mantine/core'
import type { Account } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Page, PageWarning, Section } from '../../ui/Page.tsx'
import { AppearanceSection } from './AppearanceSection.tsx'
import { DataSection } from './DataSection.tsx'
import { NotificationSection } from './NotificationSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { SessionSection } from './SessionSection.tsx'
import { SettingButton } from './SettingRow.tsx'
import { SignInSection } from './SignInSection.tsx'
import { useAccountDialogs } from './use-account-dialogs.tsx'

/** The page "My information" with the settings of the user's account (requirement 2.account). */
export function AccountPage() {
  const t = useTexts()
  const session = useSession()
  const account = useRead('accounts.get', { params: { username: 'me' } })
  if (!session) return null
  return (
    <Page title={t('screens.account')} width="narrow">
      {session.membership === 'waiting' && (
        <PageWarning>{t('accounts.waiting', { organization: session.organization_name })}</PageWarning>
      )}
      <Loaded read={account} skeleton={<SectionsSkeleton />}>
        {(account) => <Sections account={account} />}
      </Loaded>
    </Page>
  )
}

function Sections({ account }: { account: Account }) {
  const t = useTexts('accounts')
  const common = useTexts('common')
  const dialogs = useAccountDialogs(account)
  return (
    <>
      <Section
        title={t('profile')}
        actions={
          <SettingButton label={common('do.edit')} of={t('profile')} onPress={() => dialogs.ask('profile')} />
        }
      >
        <ProfileSection account={account} />
      </Section>
      <Section title={common('label.signIn')}>
        <SignInSection account={account} ask={dialogs.ask} />
      </Section>
      <Section title={t('notifications')}>
        <NotificationSection account={account} />
      </Section>
      <Section title={t('appearance')}>
        <AppearanceSection account={account} />
      </Section>
      <SessionSection />
      <Section title={t('data')}>
        <DataSection ask={dialogs.ask} />
      </Section>
      {dialogs.dialog}
    </>
  )
}

const rows = [180, 240, 160, 220, 200]

function SectionsSkeleton() {
  const t = useTexts('accounts')
  return (
    <Section title={t('profile')}>
      <Stack gap={14} aria-hidden="true">
        {rows.map((width) => (
          <Skeleton key={width} height={16} width={width} />
        ))}
      </Stack>
    </Section>
  )
}
