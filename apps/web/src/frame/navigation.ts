import { createBrowserHistory, useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { ScreenPath } from './screens.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenPath
  }
}

/** The addresses of this window; the router follows it. */
export const history = createBrowserHistory()

/** Opens a path of this portal with its query, as `safeRedirect` gives it. */
export const openPath = (path: string): void => history.push(path)

/** The row of the screen that is shown; undefined while `/` or an unknown path leads elsewhere. */
export function useScreenPath(): ScreenPath | undefined {
  return useRouterState({ select: (state) => state.matches.at(-1)?.staticData.screen })
}

/** Where the person is, for links that mark themselves: the path of the address. */
export const usePathname = () => useRouterState({ select: (state) => state.location.pathname })

/** The parameters of the address (`$id` → `id`). */
export function useScreenParams(): Readonly<Record<string, string>> {
  return useRouterState({ select: (state) => (state.matches.at(-1)?.params ?? {}) as Record<string, string> })
}

type SearchSchema = z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>

/**
 * The query of the address as the page's schema has it, and the way to change it. All values come as text: use
 * `z.coerce`. A value the schema refuses is left out, so that an old or wrong link opens the page all the same.
 *
 * @returns the parsed query; and a setter that merges, `undefined` taking a key away. `replace` leaves no step in history
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
  const first = z.safeParse(schema, raw)
  if (first.success) return first.data
  const wrong = new Set(
    first.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])],
    ),
  )
  const fit = Object.fromEntries(Object.entries(raw).filter(([name]) => !wrong.has(name)))
  return z.parse(schema, fit)
}

// The path of what is drawn, not of the address: on the way to another page the one that is left must not name it.
const useShownPath = () => useRouterState({ select: (state) => state.matches.at(-1)?.pathname ?? '' })

let shownName: { path: string; name: string } | undefined
const nameListeners = new Set<() => void>()

/** What the shown screen is called beyond its row (a case's number); in the breadcrumb and the window's title. */
export function useShownName(): string | undefined {
  const path = useShownPath()
  const shown = useSyncExternalStore(
    (listener) => {
      nameListeners.add(listener)
      return () => nameListeners.delete(listener)
    },
    () => shownName,
  )
  return shown?.path === path ? shown.name : undefined
}

/** Names the shown screen: `useScreenName(order?.orderNumber)` on a detail page. */
export function useScreenName(name: string | undefined): void {
  const path = useShownPath()
  useEffect(() => {
    if (name === undefined) return
    shownName = { path, name }
    for (const listener of nameListeners) listener()
  }, [name, path])
}
