import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import type { Screen } from '../frame/screens.ts'
import { listMenu, type ScreenPath } from '../frame/screens.ts'
import { useSession } from '../frame/session.ts'
import css from './Shell.module.css'
import { useIsUnder } from './SideMenu.tsx'
import { iconOf } from './screen-icons.tsx'

const More = lazy(async () => ({ default: (await import('./More.tsx')).More }))

const shownMax = 4

/** The bar at the bottom of a phone: up to four entries, the rest under "more". */
export function BottomBar() {
  const t = useTexts('shell')
  const session = useSession()
  const [isOpen, setOpen] = useState<boolean>()
  if (!session) return null
  const entries = listMenu(session)
  return (
    <nav className="bottom" aria-label={t('menu')}>
      {entries.slice(0, shownMax).map((entry) => (
        <BottomEntry key={entry.path} {...entry} />
      ))}
      <button type="button" className={css.bottomEntry} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconDots size={20} stroke={1.75} aria-hidden="true" />
        <span>{t('more')}</span>
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <More isOpen={isOpen} onClose={() => setOpen(false)} rest={entries.slice(shownMax)} />
        </Suspense>
      )}
    </nav>
  )
}

type Entry = { path: ScreenPath; screen: Screen }

function BottomEntry({ path, screen }: Entry) {
  const t = useTexts('screens')
  const isHere = useIsUnder(path)
  const Icon = iconOf(path)
  return (
    <Link
      to={path}
      className={css.bottomEntry}
      data-here={isHere || undefined}
      aria-current={isHere ? 'page' : undefined}
    >
      {Icon && <Icon size={20} stroke={1.75} />}
      <span>{t(screen.title)}</span>
    </Link>
  )
}
