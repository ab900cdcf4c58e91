import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useIsBlocking, useIsBusy } from '../frame/cache.ts'
import { useTexts } from '../frame/i18n.tsx'
import { usePathname, useScreenPath, useShownName } from '../frame/navigation.ts'
import { showNotice } from '../frame/notices.ts'
import { usePendingReauthentication } from '../frame/reauthentication.ts'
import { screenOf } from '../frame/screens.ts'
import { onSessionChange } from '../frame/session.ts'
import { setTitleName } from '../frame/title.ts'
import { LoadingBar } from '../ui/LoadingBar.tsx'
import { Toaster } from '../ui/Toaster.tsx'

/** The root of every page: loading bar, notices, the window's title, and the focus after a navigation. */
export function Root() {
  const isBusy = useIsBusy()
  // The overlay of a blocking write must not cover the dialog that asks for the password.
  const isAsked = usePendingReauthentication() !== undefined
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
      <Announcement />
      <Outlet />
      <Toaster />
    </>
  )
}

/** Sets the window's title. After a navigation it moves the focus to `main` and announces the page's name. */
function Announcement() {
  const t = useTexts()
  const path = useScreenPath()
  const name = useShownName()
  const pathname = usePathname()
  const isSettled = useRouterState({ select: (state) => !state.isLoading })
  const [announced, announce] = useState('')
  const last = useRef<string>(undefined)
  const title = name ?? (path && t(`screens.${screenOf(path).title}`))

  useEffect(() => {
    if (title !== undefined) setTitleName(title)
  }, [title])

  useEffect(() => {
    if (!isSettled || title === undefined || last.current === pathname) return
    const isFirst = last.current === undefined
    last.current = pathname
    if (isFirst) return
    announce(t('shell.moved', { title }))
    const hasFocus = document.activeElement?.closest('main, [role="dialog"]')
    if (!hasFocus) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [isSettled, pathname, title, t])

  return (
    <div className="only-read" aria-live="polite">
      {announced}
    </div>
  )
}
