import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { history } from '../frame/address.ts'
import { queries } from '../frame/cache.ts'
import { onSessionChange } from '../frame/session.ts'
import { router } from './router.tsx'

// After a sign-out the sign-in page opens. The guard runs again after the end of the session, a change in another tab, and a
// refresh. Without a session it opens the sign-in page with a redirect to the current page.
onSessionChange((session, change) => {
  if (change === 'signedOut') void router.navigate({ to: '/login' })
  else if (session === undefined || change === 'otherTab' || change === 'refreshed') void router.invalidate()
})

let stopFollowing: (() => void) | undefined

/**
 * Loads the page of the address into the router, before `App` renders it. The router follows redirects only after
 * `RouterProvider` has subscribed to the history. Until then, this function subscribes.
 */
export function loadRoutes(): Promise<void> {
  stopFollowing ??= history.subscribe(() => void router.load())
  return router.load()
}

/** All screens, with router and query client. */
export function App() {
  useEffect(() => stopFollowing?.(), [])
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
