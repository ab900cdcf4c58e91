import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useChangeEvents } from '../frame/change-events.ts'
import { useTexts } from '../frame/i18n.tsx'
import { saveLanguage, useSession } from '../frame/session.ts'
import { readStored, writeStored } from '../frame/stored.ts'
import { useUploads } from '../frame/upload-list.ts'
import { LanguageSelect } from '../ui/LanguageSelect.tsx'
import { LegalLinks } from '../ui/LegalLinks.tsx'
import { BottomBar } from './BottomBar.tsx'
import { useIsPaletteOpen, usePaletteKey } from './palette-state.ts'
import { prepareCasePage } from './prepare-case-page.ts'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import '../ui/styles-app.ts'
import css from './Shell.module.css'

declare const __VERSION__: string

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))

const UploadTray = lazy(async () => ({ default: (await import('./UploadTray.tsx')).UploadTray }))

const menuKey = 'pontic.menu'
const wideEnoughPx = 1080

/** The main layout: side menu (on phones a bottom bar), top bar, page, footer. */
export function Shell() {
  const t = useTexts('shell')
  const [isOpen, setOpen] = useState(() => readStored<boolean>(menuKey) ?? window.innerWidth >= wideEnoughPx)
  useChangeEvents()
  // A sign-in in another tab also changes the account of this tab. The key then remounts the page, which discards its state.
  const accountId = useSession()?.account_id
  const shownFor = useRef(accountId)
  if (accountId !== undefined) shownFor.current = accountId
  useEffect(() => {
    if (accountId !== undefined) prepareCasePage(accountId)
  }, [accountId])
  const toggle = () => {
    writeStored(menuKey, !isOpen)
    setOpen(!isOpen)
  }
  return (
    <div className="shell" data-menu={isOpen ? 'open' : 'closed'}>
      <a className={css.skip} href="#content">
        {t('skip')}
      </a>
      <SideMenu isOpen={isOpen} onToggle={toggle} />
      <div className={css.shellColumn}>
        <TopBar />
        <main id="content" tabIndex={-1} className={css.shellMain}>
          <Outlet key={shownFor.current} />
        </main>
        <footer className={css.foot}>
          <span className="figures">{t('version', { version: __VERSION__ })}</span>
          <LegalLinks />
          <LanguageSelect onChosen={saveLanguage} />
        </footer>
      </div>
      <LazyTray />
      <BottomBar />
      <LazyPalette />
    </div>
  )
}

/** Shows the search, whose code is fetched when it is first opened. */
function LazyPalette() {
  const isOpen = useIsPaletteOpen()
  const [wasOpened, setOpened] = useState(false)
  usePaletteKey()
  if (isOpen && !wasOpened) setOpened(true)
  return wasOpened ? (
    <Suspense>
      <Palette />
    </Suspense>
  ) : null
}

/** Shows the tray of uploads, whose code is fetched with the first upload. */
function LazyTray() {
  return useUploads().length > 0 ? (
    <Suspense>
      <UploadTray />
    </Suspense>
  ) : null
}
