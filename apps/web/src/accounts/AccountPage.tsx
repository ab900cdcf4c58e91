import { Button, SegmentedControl, useMantineColorScheme } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { kindOf } from '../screens.tsx'
import { rememberLanguage, signOut, useSession } from '../session.ts'
import { type InterfaceSize, interfaceSizes } from '../theme.ts'
import { colorSchemes, useInterfaceSize } from '../ui/appearance.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LanguageMenu } from '../ui/LanguageMenu.tsx'
import { Facts, Page, Section } from '../ui/Page.tsx'
import './AccountPage.css'

/** My information: who one is here, how the portal looks in this browser, and the way out (portal.md §2). */
export function AccountPage() {
  const t = useTexts()
  const session = useSession()
  if (!session) return null
  return (
    <Page title={t('screens.account')} width="narrow">
      {session.membership === 'waiting' && (
        <p className="account-waiting">
          {t('accounts.waiting', { organization: session.organization_name })}
        </p>
      )}
      <Section title={t('accounts.profile')}>
        <Profile />
      </Section>
      <Section title={t('accounts.appearance')}>
        <p className="meta account-note">{t('accounts.appearanceText')}</p>
        <Appearance />
      </Section>
      <Section title={t('accounts.session')}>
        <div className="account-out">
          <span className="quiet">{t('accounts.sessionText')}</span>
          <Button
            variant="default"
            leftSection={<IconLogout size={18} stroke={1.75} />}
            onClick={() => signOut()}
          >
            {t('shell.logOut')}
          </Button>
        </div>
      </Section>
    </Page>
  )
}

function Profile() {
  const t = useTexts('accounts')
  const roles = useTexts('roles')
  const session = useSession()
  const account = useRead('accounts.get', { params: { username: 'me' } })
  if (account.failure) return <ErrorState {...account.failure} onRetry={account.refetch} />
  if (!session) return null
  return (
    <Facts
      facts={[
        [t('name'), account.data?.name ?? session.name],
        [t('email'), account.data?.email ?? session.username],
        [t('organization'), session.organization_name],
        [t('role'), roles(kindOf(session))],
        [t('phone'), account.data?.telephone],
        [t('license'), account.data?.licenseNumber],
      ]}
    />
  )
}

const sizeNames = Object.keys(interfaceSizes) as InterfaceSize[]

function Appearance() {
  const t = useTexts('ui')
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [size, setSize] = useInterfaceSize()
  return (
    <Facts
      facts={[
        [t('language'), <LanguageMenu key="language" onChosen={rememberLanguage} />],
        [
          t('theme.title'),
          <SegmentedControl
            key="theme"
            aria-label={t('theme.title')}
            value={colorScheme}
            onChange={(value) => setColorScheme(value)}
            data={colorSchemes.map((value) => ({ value, label: t(`theme.${value}`) }))}
          />,
        ],
        [
          t('size.title'),
          <SegmentedControl
            key="size"
            aria-label={t('size.title')}
            value={size}
            onChange={(value) => setSize(value)}
            data={sizeNames.map((value) => ({ value, label: t(`size.${value}`) }))}
          />,
        ],
      ]}
    />
  )
}
