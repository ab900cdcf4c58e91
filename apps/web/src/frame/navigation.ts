import { createBrowserHistory, useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import type * as z from 'zod/mini'
import type { ScreenPath } from './screens.ts'
import { createStore } from './store.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenPath
  }
}

/** The history of this window, which the router uses. */
export const history = createBrowserHistory()

/** Opens a path of the portal, with its query. Use it with the result of `safeRedirect`. */
export const openPath = (path: string): void => history.push(path)

/** Returns the route pattern of the shown screen; undefined during a redirect from `/` or an unknown path. */
export function useScreenPath(): ScreenPath | undefined {
  return useRouterState({ select: (state) => state.matches.at(-1)?.staticData.screen })
}

/** Returns the path of the address. */
export const usePathname = () => useRouterState({ select: (state) => state.location.pathname })

/** Returns the path parameters of the shown screen (`$id` → `id`). */
export function useScreenParams(): Readonly<Record<string, string>> {
  return useRouterState({ select: (state) => (state.matches.at(-1)?.params ?? {}) as Record<string, string> })
}

/** Returns a value of the query string, for pages that load no schemas; undefined if it is missing. */
export const useSearchText = (name: string): string | undefined =>
  useRouterState({ select: ({ location }) => new URLSearchParams(location.searchStr).getAll(name).at(-1) })

type SearchSchema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>

/**
 * Parses the query of the address with the page's schema. All values are strings, so use `z.coerce`. Invalid values are
 * ignored, so that an old or wrong link opens the page.
 *
 * @returns the parsed query and a setter that merges. `undefined` removes a key. `replace` adds no entry to the history.
 */
export function useScreenSearch<S extends SearchSchema>(
  schema: S,
): [z.output<S>, (change: Partial<z.input<S>>, options?: { replace?: boolean }) => void] {
  const raw = useRouterState({ select: (state) => state.location.search as Record<string, unknown> })
  const navigate = useNavigate()
  const search = useMemo(() => parseSearch(schema, raw), [schema, raw])
  const setSearch = useCallback(
    (change: Partial<z.input<S>>, options?: { replace?: boolean }) =>
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, ...change })) as never,
        replace: options?.replace ?? false,
        resetScroll: false,
      }),
    [navigate],
  )
  return [search, setSearch]
}

function parseSearch<S extends SearchSchema>(schema: S, raw: Record<string, unknown>): z.output<S> {
  const first = schema.safeParse(raw)
  if (first.success) return first.data
  const wrong = new Set(
    first.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])],
    ),
  )
  const fit = Object.fromEntries(Object.entries(raw).filter(([name]) => !wrong.has(name)))
  return schema.parse(fit)
}

// A name is stored with the path of the page that set it, so that the next page does not show it. The path is that of the
// shown page, because the address is already that of the next page during a navigation.
const useShownPath = () => useRouterState({ select: (state) => state.matches.at(-1)?.pathname ?? '' })

const shownName = createStore<{ path: string; name: string } | undefined>(undefined)

/** Returns the name of the shown object, such as a case's number, for the breadcrumb and the window's title. */
export function useShownName(): string | undefined {
  const path = useShownPath()
  const shown = shownName.useValue()
  return shown?.path === path ? shown.name : undefined
}

/** Sets the name of the shown object: `useScreenName(order?.orderNumber)` on a detail page. */
export function useScreenName(name: string | undefined): void {
  const path = useShownPath()
  useEffect(() => {
    if (name !== undefined) shownName.set({ path, name })
  }, [name, path])
}
