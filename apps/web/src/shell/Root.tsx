import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useIsBlocking, useIsBusy } from '../frame/cache.ts'
import { useTexts } from '../frame/i18n.tsx'
import { usePathname, useScreenPath, useShownName } from '../frame/navigation.ts'
import { showNotice } from '../frame/notices.ts'
import { useAskedReauthentication } from '../frame/reauthentication.ts'
import { screenOf } from '../frame/screens.ts'
import { onSessionChange } from '../frame/session.ts'
import { titleWindow } from '../frame/title.ts'
import { LoadingBar } from '../ui/LoadingBar.tsx'
import { Toaster } from '../ui/Toaster.tsx'

/** What is on every page: the thin bar, the notices, the window's title, and where the focus goes after a step. */
export function Root() {
  const isBusy = useIsBusy()
  // A write that waits for the person's password must not lie over the dialog that asks for it.
  const isAsked = useAskedReauthentication() !== undefined
  const isBlocking = useIsBlocking() && !isAsked
  const t = useTexts('shell')
  useEffect(
    () =>
      onSessionChange((_, change) => {
        if (change === 'ended') showNotice({ level: 'warning', text: t('ended') })
      }),
    [t],
  )
  const isMoving = useRouterState({ select: (state) => state.isLoading })
  return (
    <>
      <LoadingBar isBusy={isBusy || isMoving} isBlocking={isBlocking} />
      <Arrival />
      <Outlet />
      <Toaster />
    </>
  )
}

/** Names the window; after a step to another page the focus goes to its main part and a screen reader hears its name. */
function Arrival() {
  const t = useTexts()
  const path = useScreenPath()
  const name = useShownName()
  const pathname = usePathname()
  const isSettled = useRouterState({ select: (state) => !state.isLoading })
  const [told, setTold] = useState('')
  const last = useRef<string>(undefined)
  const title = name ?? (path && t(`screens.${screenOf(path).title}`))

  useEffect(() => {
    if (title !== undefined) titleWindow(title)
  }, [title])

  useEffect(() => {
    if (!isSettled || title === undefined || last.current === pathname) return
    const isFirst = last.current === undefined
    last.current = pathname
    if (isFirst) return
    setTold(t('shell.moved', { title }))
    const isHeld = document.activeElement?.closest('main, [role="dialog"]')
    if (!isHeld) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [isSettled, pathname, title, t])

  return (
    <div className="only-read" aria-live="polite">
      {told}
    </div>
  )
}
