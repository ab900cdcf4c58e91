import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { listMenu, listUserMenu } from '../frame/screens.ts'
import { useSession } from '../frame/session.ts'
import { IconDots } from '../ui/icons.ts'
import css from './Shell.module.css'
import { type MenuEntry, useMenuEntry } from './SideMenu.tsx'

const More = lazy(async () => ({ default: (await import('./More.tsx')).More }))

const shownMax = 4

/** The bottom bar of phones. It shows four entries. The button "more" opens the others. */
export function BottomBar() {
  const t = useTexts('shell')
  const session = useSession()
  const [isOpen, setOpen] = useState<boolean>()
  if (!session) return null
  const entries = listMenu(session)
  const rest = [...entries.slice(shownMax), ...listUserMenu(session)]
  return (
    <nav className="bottom" aria-label={t('menu')}>
      {entries.slice(0, shownMax).map((entry) => (
        <BottomEntry key={entry.path} {...entry} />
      ))}
      <button type="button" className={css.bottomEntry} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconDots size={20} />
        <span>{t('more')}</span>
      </button>
      {isOpen !== undefined && (
        <Suspense>
          <More isOpen={isOpen} onClose={() => setOpen(false)} rest={rest} />
        </Suspense>
      )}
    </nav>
  )
}

function BottomEntry(entry: MenuEntry) {
  const { name, Icon, link } = useMenuEntry(entry)
  return (
    <Link {...link} className={css.bottomEntry}>
      {Icon && <Icon size={20} />}
      <span>{name}</span>
    </Link>
  )
}
