import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { history } from '../frame/address.ts'
import { showNotice } from '../frame/notices.ts'
import {
  guardScreen,
  hasPermission,
  homeOf,
  type ScreenPath,
  screenOf,
  screenPaths,
  type Visitor,
} from '../frame/screens.ts'
import { portal, restoreSession } from '../frame/session.ts'
import { loadTexts, plainText } from '../frame/texts.ts'
import { PageFailed } from './PageFailed.tsx'
import { loadPage, preparePage } from './pages.ts'
import { Root } from './Root.tsx'
import { Shell } from './Shell.tsx'

/** The layout of public pages, which render their own frame. */
function BareLayout() {
  return (
    <main id="content" tabIndex={-1}>
      <Outlet />
    </main>
  )
}

const root = createRootRoute({ component: Root, errorComponent: PageFailed })

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
})

const bare = createRoute({ getParentRoute: () => root, id: 'bare', component: BareLayout })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    const session = await restoreSession()
    if (!session) throw redirect({ to: '/login', replace: true })
    const id = await findOnlyCase(session)
    if (id !== undefined) throw redirect({ to: '/order/detail/$id', params: { id }, replace: true } as never)
    throw redirect({ to: homeOf(session), replace: true })
  },
})

/** Returns the id of the only case that is shared with an individual (rules §4); undefined if there are others, or none. */
async function findOnlyCase(visitor: Visitor): Promise<string | undefined> {
  if (!hasPermission(visitor, 'order.shared') || homeOf(visitor) !== '/dashboard') return undefined
  const inbox = await portal.call('dashboard.inbox', {}).catch(() => undefined)
  const list = inbox?.groups.flatMap((group) => group.list) ?? []
  return list.length === 1 ? list[0]?.id : undefined
}

/** Shows why a path does not open, except during a preload. @returns a redirect to the home page that the caller throws */
async function redirectHome(reason: 'shell.notFound' | 'shell.notPermitted', isPreload: boolean) {
  if (!isPreload) {
    await loadTexts()
    showNotice({ level: 'warning', text: plainText(reason) })
  }
  const session = await restoreSession()
  return redirect({ to: session ? homeOf(session) : '/', replace: true })
}

const unknownPath = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: async ({ preload }) => {
    throw await redirectHome('shell.notFound', preload)
  },
})

function toRoute(path: ScreenPath) {
  const screen = screenOf(path)
  return createRoute({
    getParentRoute: () => (screen.access === 'public' ? bare : shell),
    path,
    staticData: { screen: path },
    beforeLoad: async ({ location, params, preload, cause }) => {
      if (screen.access === 'public') return
      const session = await restoreSession()
      const decision = guardScreen(screen, session)
      if (decision === 'open') {
        if (cause !== 'stay') preparePage(path, params, !preload)
        return
      }
      // The page that opens instead says that two-factor sign-in must be set up.
      if (session?.two_factor_needed) throw redirect({ to: homeOf(session), replace: true })
      if (decision.to === '/') throw await redirectHome('shell.notPermitted', preload)
      throw redirect({ to: '/login', search: { redirect: location.href } as never, replace: true })
    },
    component: lazyRouteComponent(async () => ({ default: await loadPage(path) })),
    errorComponent: PageFailed,
  })
}

const isPublic = (path: ScreenPath) => screenOf(path).access === 'public'

/** The router. Query values are plain strings (`?status=pending`) instead of the library's JSON. */
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
