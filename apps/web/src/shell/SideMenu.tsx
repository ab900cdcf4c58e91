import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../frame/i18n.tsx'
import { useScreenPath } from '../frame/navigation.ts'
import { homeOf, listMenu, menuGroups, type Screen, type ScreenPath, trailOf } from '../frame/screens.ts'
import { useSession } from '../frame/session.ts'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '../ui/icons.ts'
import { Logo, Wordmark } from '../ui/Mark.tsx'
import { Tip } from '../ui/Tip.tsx'
import css from './Shell.module.css'
import { iconOf } from './screen-icons.tsx'

/** The side menu. When closed it shows only icons, and the names as tooltips. */
export function SideMenu({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useTexts('shell')
  const session = useSession()
  if (!session) return null
  const entries = listMenu(session)
  const groups = menuGroups.filter((group) => entries.some(({ screen }) => screen.menu?.group === group))
  const label = isOpen ? t('closeMenu') : t('openMenu')
  const Icon = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand
  return (
    <nav className="side" aria-label={t('menu')}>
      <Link to={homeOf(session)} className={css.sideMark} aria-label={`Pontic, ${t('home')}`}>
        {isOpen ? <Wordmark /> : <Logo size={22} />}
      </Link>
      <div className={css.sideGroups}>
        {groups.map((group) => (
          <ul key={group} className={css.sideGroup}>
            {entries
              .filter(({ screen }) => screen.menu?.group === group)
              .map((entry) => (
                <SideEntry key={entry.path} {...entry} isOpen={isOpen} />
              ))}
          </ul>
        ))}
      </div>
      <Tip label={label} position="right" isOff={isOpen}>
        {(target) => (
          <ActionIcon
            {...target}
            aria-label={label}
            aria-expanded={isOpen}
            onClick={onToggle}
            className={css.sideToggle}
          >
            <Icon />
          </ActionIcon>
        )}
      </Tip>
    </nav>
  )
}

function SideEntry({ isOpen, ...entry }: MenuEntry & { isOpen: boolean }) {
  const { name, Icon, link } = useMenuEntry(entry)
  return (
    <li>
      <Tip label={name} position="right" isOff={isOpen}>
        {(target) => (
          <Link {...target} {...link} className={css.sideLink}>
            {Icon && <Icon />}
            <span className={isOpen ? undefined : 'only-read'}>{name}</span>
          </Link>
        )}
      </Tip>
    </li>
  )
}

/** A screen in the menu. */
export type MenuEntry = { readonly path: ScreenPath; readonly screen: Screen }

/** Returns name, icon and link props of a menu entry. The link is marked as current on its screen and on the screens below it. */
export function useMenuEntry({ path, screen }: MenuEntry) {
  const t = useTexts('screens')
  const shown = useScreenPath()
  const isHere = shown !== undefined && trailOf(shown).includes(path)
  const marks = isHere ? ({ 'data-here': true, 'aria-current': 'page' } as const) : {}
  return { name: t(screen.title), Icon: iconOf(path), link: { to: path, ...marks } }
}
