import { type ComponentType, useEffect, useState } from 'react'
import { useAddress } from '../frame/address.ts'
import { useTexts } from '../frame/i18n.tsx'
import { type PublicPath, screenOf } from '../frame/screens.ts'
import { createStore } from '../frame/store.ts'
import { ActivityBar } from './ActivityBar.tsx'
import { useAnnouncement } from './announcement.tsx'
import { PageBoundary, PageFailed } from './PageFailed.tsx'
import { publicPages } from './public-pages.ts'

/** The component below the root: a public page without the router, or the whole app. */
const content = createStore<ComponentType>(() => null)

/** Renders the loaded content. */
export function Content() {
  const Loaded = content.useValue()
  return <Loaded />
}

/** Loads the app with the screen of the address and renders it. @throws TypeError if its code can't be fetched */
async function openApp(): Promise<void> {
  const { App, loadRoutes } = await import('./App.tsx')
  await loadRoutes()
  content.set(App)
}

/** Ends the current task, so that the browser paints and answers inputs before the next one. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Loads the app for the first render, which does not wait for the page. Loading, routing and rendering are tasks of their own. */
export async function startApp(): Promise<void> {
  const { App, loadRoutes } = await import('./App.tsx')
  await nextTask()
  void loadRoutes()
  await nextTask()
  content.set(App)
}

/** Loads a public page as the first screen. The app replaces it when the user opens another screen. */
export async function startPublicPage(path: PublicPath): Promise<void> {
  const Page = await publicPages[path]().then(
    (page) => page as ComponentType,
    (error: unknown) => () => <PageFailed error={error} />,
  )
  content.set(() => <FirstScreen path={path} Page={Page} />)
}

/** A public page as the first screen, in the layout of public pages. */
function FirstScreen({ path, Page }: { path: PublicPath; Page: ComponentType }) {
  const t = useTexts('screens')
  const address = useAddress(({ pathname }) => pathname)
  const [failure, setFailure] = useState<{ error: unknown }>()
  const isLeaving = address !== path
  useAnnouncement({ title: t(screenOf(path).title), path, isSettled: true })
  // A user who types is about to sign in, and then needs the app.
  useEffect(() => {
    const prefetch = () => void import('./App.tsx').catch(() => undefined)
    document.addEventListener('input', prefetch, { once: true })
    return () => document.removeEventListener('input', prefetch)
  }, [])
  useEffect(() => {
    if (isLeaving) openApp().catch((error: unknown) => setFailure({ error }))
  }, [isLeaving])
  return (
    <>
      <ActivityBar isMoving={isLeaving && !failure} />
      <main id="content" tabIndex={-1}>
        {failure ? (
          <PageFailed {...failure} />
        ) : (
          <PageBoundary>
            <Page />
          </PageBoundary>
        )}
      </main>
    </>
  )
}
