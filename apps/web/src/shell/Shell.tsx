import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useRef, useState } from 'react'
import { useChangeEvents } from '../frame/change-events.ts'
import { useTexts } from '../frame/i18n.tsx'
import { useSession } from '../frame/session.ts'
import { readStored, writeStored } from '../frame/stored.ts'
import { needTexts } from '../frame/texts.ts'
import { useUploads } from '../frame/uploads.ts'
import { BottomBar } from './BottomBar.tsx'
import { useIsPaletteOpen, usePaletteKey } from './palette-state.ts'
import { ShellFooter } from './ShellFooter.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TopBar } from './TopBar.tsx'
import '../ui/styles-app.ts'
import css from './Shell.module.css'

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }))

const UploadTray = lazy(async () => {
  const [{ UploadTray: tray }] = await Promise.all([import('./UploadTray.tsx'), needTexts(['cases'])])
  return { default: tray }
})

const menuKey = 'pontic.menu'
const wideEnoughPx = 1080

/** The main layout: side menu, top bar, the page, footer; on a phone a bar at the bottom instead of the menu. */
export function Shell() {
  const t = useTexts('shell')
  const [isOpen, setOpen] = useState(() => readStored<boolean>(menuKey) ?? window.innerWidth >= wideEnoughPx)
  useChangeEvents()
  // Another account in another tab signs in here too: nothing that the one before typed or opened stays on the screen.
  const accountId = useSession()?.account_id
  const shownFor = useRef(accountId)
  if (accountId !== undefined) shownFor.current = accountId
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
        <ShellFooter />
      </div>
      <LazyTray />
      <BottomBar />
      <LazyPalette />
    </div>
  )
}

/** The search, fetched when it is opened for the first time. */
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

/** The tray of uploads, fetched with the first of them. */
function LazyTray() {
  return useUploads().length > 0 ? (
    <Suspense>
      <UploadTray />
    </Suspense>
  ) : null
}
