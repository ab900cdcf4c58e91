import { Outlet, useRouterState } from '@tanstack/react-router'
import { useTexts } from '../frame/i18n.tsx'
import { usePathname, useScreenPath, useShownName } from '../frame/navigation.ts'
import { screenOf } from '../frame/screens.ts'
import { ActivityBar } from './ActivityBar.tsx'
import { useAnnouncement } from './announcement.tsx'

/** The root of every page: loading bar, the window's title, and the focus after a navigation. */
export function Root() {
  const t = useTexts('screens')
  const screen = useScreenPath()
  const name = useShownName()
  const path = usePathname()
  const isMoving = useRouterState({ select: (state) => state.isLoading })
  useAnnouncement({
    title: name ?? (screen && t(screenOf(screen).title)),
    path,
    isSettled: !isMoving,
  })
  return (
    <>
      <ActivityBar isMoving={isMoving} />
      <Outlet />
    </>
  )
}
