import { ActionIcon } from '@mantine/core'
import type { StoredSession } from '@pontic/client'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRead } from '../frame/api.ts'
import { useTexts } from '../frame/i18n.tsx'
import { useScreenPath, useShownName } from '../frame/navigation.ts'
import { canOpen, homeOf, listUserMenu, type ScreenPath, screenOf, trailOf } from '../frame/screens.ts'
import { saveLanguage, signOut, useSession } from '../frame/session.ts'
import { Bell } from '../people/notifications/Bell.tsx'
import { ImageView } from '../ui/ImageView.tsx'
import { IconHome, IconLogout, IconSearch, IconUser } from '../ui/icons.ts'
import { initialsOf } from '../ui/initials.ts'
import { LanguageMenu } from '../ui/LanguageMenu.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { ThemeToggle } from '../ui/ThemeToggle.tsx'
import { openPalette } from './palette-state.ts'
import css from './Shell.module.css'
import { iconOf } from './screen-icons.tsx'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The top bar: breadcrumb, search, theme, language, bell, user menu. */
export function TopBar() {
  const common = useTexts('common')
  return (
    <header className="top">
      <Breadcrumb />
      <button type="button" className={css.topSearch} onClick={openPalette}>
        <IconSearch size={16} />
        <span>{common('do.search')}</span>
        <span className={css.topKeys}>{isMac ? '⌘K' : 'Ctrl K'}</span>
      </button>
      <ActionIcon className={css.topSearchPhone} aria-label={common('do.search')} onClick={openPalette}>
        <IconSearch />
      </ActionIcon>
      <span className={css.topWide}>
        <ThemeToggle />
        <LanguageMenu onChosen={saveLanguage} />
      </span>
      <Bell />
      <UserMenu />
    </header>
  )
}

/** The breadcrumb, such as `Home page / Case list / C26-7F3K9Q`. On a dashboard it has no link to the home page. */
function Breadcrumb() {
  const t = useTexts()
  const session = useSession()
  const path = useScreenPath()
  const name = useShownName()
  if (!path || !session) return <div className={css.crumbs} />
  // Skips ancestors that the user may not open, such as the list of partners above a partner's page.
  const trail = trailOf(path).filter((step) => step === path || canOpen(screenOf(step), session))
  return (
    <nav className={css.crumbs} aria-label={t('shell.breadcrumb')}>
      <ol>
        {path !== '/dashboard' && path !== '/home' && (
          <li>
            {/* `/` leads an individual with one case to that case. */}
            <Link to={homeOf(session)}>
              <IconHome size={16} />
              <span>{t('shell.home')}</span>
            </Link>
          </li>
        )}
        {trail.map((step, at) => {
          const title = t(`screens.${screenOf(step).title}`)
          const isLast = at === trail.length - 1
          return (
            <li key={step} className={isLast ? 'one-line' : undefined}>
              {isLast ? <span aria-current="page">{name ?? title}</span> : <Link to={step}>{title}</Link>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

function UserHead(props: Pick<StoredSession, 'name' | 'username' | 'organization_name'>) {
  return (
    <div className={css.userHead} role="presentation">
      <strong className="one-line">{props.name}</strong>
      <span className="meta one-line">{props.username}</span>
      <span className="meta one-line">{props.organization_name}</span>
    </div>
  )
}

function UserMenuIcon({ path }: { path: ScreenPath }) {
  const Icon = iconOf(path)
  return Icon && <Icon />
}

/** The menu of the user: their account, and for administrators the screens of their organization. */
function UserMenu() {
  const t = useTexts('shell')
  const screens = useTexts('screens')
  const session = useSession()
  const navigate = useNavigate()
  if (!session) return null
  const entries = [
    {
      key: 'account',
      label: screens('accountSettings'),
      icon: <IconUser />,
      onSelect: () => void navigate({ to: '/myinfo/account' }),
    },
    ...listUserMenu(session).map(({ path, screen }) => ({
      key: path,
      label: screens(screen.title),
      icon: <UserMenuIcon path={path} />,
      onSelect: () => void navigate({ to: path }),
    })),
    {
      key: 'logOut',
      label: t('logOut'),
      icon: <IconLogout />,
      onSelect: () => void signOut(),
    },
  ]
  return (
    <MenuButton label={t('account')} head={<UserHead {...session} />} entries={entries} widthPx={248}>
      {(button) => (
        <button
          type="button"
          className={css.user}
          data-initials={initialsOf(session.name)}
          aria-label={`${t('account')}, ${session.name}`}
          {...button}
        >
          <OwnPicture />
        </button>
      )}
    </MenuButton>
  )
}

/** The user's picture. It covers the initials when it is loaded. */
function OwnPicture() {
  const account = useRead('accounts.get', { params: { username: 'me' } })
  return <ImageView imageId={account.data?.avatar} alt="" className="user-picture" />
}
