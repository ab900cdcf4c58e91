import { useMantineColorScheme } from '@mantine/core'
import { IconDots, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../i18n.tsx'
import { listMenu, type Screen, type ScreenPath } from '../screens.tsx'
import { rememberLanguage, signOut, useSession } from '../session.ts'
import { colorSchemes } from '../ui/appearance.ts'
import { InfoDialog } from '../ui/Dialog.tsx'
import { LanguageSelect } from '../ui/LanguageSelect.tsx'
import { useIsUnder } from './SideMenu.tsx'

const shownMax = 4

/** The bar at the bottom of a phone: up to four entries, the rest under "more". */
export function BottomBar() {
  const t = useTexts('shell')
  const session = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!session) return null
  const entries = listMenu(session)
  return (
    <nav className="bottom" aria-label={t('menu')}>
      {entries.slice(0, shownMax).map((entry) => (
        <BottomEntry key={entry.path} {...entry} />
      ))}
      <button type="button" className="bottom-entry" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconDots size={20} stroke={1.75} aria-hidden="true" />
        <span>{t('more')}</span>
      </button>
      <More isOpen={isOpen} onClose={() => setOpen(false)} rest={entries.slice(shownMax)} />
    </nav>
  )
}

type Entry = { path: ScreenPath; screen: Screen }

function BottomEntry({ path, screen }: Entry) {
  const t = useTexts('screens')
  const isHere = useIsUnder(path)
  const Icon = screen.menu?.icon
  return (
    <Link
      to={path}
      className="bottom-entry"
      data-here={isHere || undefined}
      aria-current={isHere ? 'page' : undefined}
    >
      {Icon && <Icon size={20} stroke={1.75} />}
      <span className="one-line">{t(screen.title)}</span>
    </Link>
  )
}

function More({ isOpen, onClose, rest }: { isOpen: boolean; onClose: () => void; rest: readonly Entry[] }) {
  const t = useTexts()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <InfoDialog isOpen={isOpen} onClose={onClose} title={t('shell.more')}>
      <div className="more">
        {rest.map(({ path, screen }) => (
          <Link key={path} to={path} className="more-entry" onClick={onClose}>
            {t(`screens.${screen.title}`)}
          </Link>
        ))}
        <div className="more-entry">
          <span>{t('ui.language')}</span>
          <LanguageSelect onChosen={rememberLanguage} />
        </div>
        <fieldset className="more-entry more-choice">
          <legend className="only-read">{t('ui.theme.title')}</legend>
          <span aria-hidden="true">{t('ui.theme.title')}</span>
          <span className="more-options">
            {colorSchemes.map((scheme) => (
              <button
                key={scheme}
                type="button"
                aria-pressed={scheme === colorScheme}
                onClick={() => setColorScheme(scheme)}
              >
                {t(`ui.theme.${scheme}`)}
              </button>
            ))}
          </span>
        </fieldset>
        <button type="button" className="more-entry" onClick={() => signOut()}>
          {t('shell.logOut')}
          <IconLogout size={18} stroke={1.75} aria-hidden="true" />
        </button>
      </div>
    </InfoDialog>
  )
}
