import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { history } from '../frame/navigation.ts'
import { showNotice } from '../frame/notices.ts'
import { homeOf, judgeVisit, type ScreenPath, screenOf, screenPaths } from '../frame/screens.ts'
import { readySession } from '../frame/session.ts'
import { currentTexts, needTexts } from '../frame/texts.ts'
import { BareLayout } from './BareLayout.tsx'
import { PageFailed } from './PageFailed.tsx'
import { pages } from './pages.ts'
import { Root } from './Root.tsx'

const root = createRootRoute({ component: Root, errorComponent: PageFailed })

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
})

const bare = createRoute({ getParentRoute: () => root, id: 'bare', component: BareLayout })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    const session = await readySession()
    throw redirect({ to: session ? homeOf(session) : '/login', replace: true })
  },
})

/** Shows why a path does not open. @returns the redirect to `/`, to be thrown */
async function leadHome(reason: 'notFound' | 'notPermitted', isPreload: boolean) {
  if (!isPreload) {
    await needTexts(['first'])
    showNotice({ level: 'warning', text: currentTexts().messages.shell[reason] })
  }
  return redirect({ to: '/', replace: true })
}

const unknownPath = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async ({ preload }) => {
    throw await leadHome('notFound', preload)
  },
})

function toRoute(path: ScreenPath) {
  const screen = screenOf(path)
  const page = pages[path]
  return createRoute({
    getParentRoute: () => (screen.access === 'public' ? bare : shell),
    path,
    staticData: { screen: path },
    beforeLoad: async ({ location, preload }) => {
      if (screen.access === 'public') return
      const verdict = judgeVisit(screen, await readySession())
      if (verdict === 'open') return
      if (verdict.to === '/') throw await leadHome('notPermitted', preload)
      throw redirect({ to: '/login', search: { redirect: location.href } as never, replace: true })
    },
    component: lazyRouteComponent(async () => {
      const [component] = await Promise.all([page.load(), needTexts(page.texts)])
      return { default: component as ComponentType }
    }),
    errorComponent: PageFailed,
  })
}

const isPublic = (path: ScreenPath) => screenOf(path).access === 'public'

/** The router over the screens. Addresses carry plain words: `?status=pending`, never quoted JSON. */
export const router = createRouter({
  history,
  routeTree: root.addChildren([
    home,
    unknownPath,
    bare.addChildren(screenPaths.filter(isPublic).map(toRoute)),
    shell.addChildren(screenPaths.filter((path) => !isPublic(path)).map(toRoute)),
  ]),
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const used = Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    )
    const text = new URLSearchParams(used.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 300,
})
