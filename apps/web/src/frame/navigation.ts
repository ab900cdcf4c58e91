import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import type { ScreenPath } from './screens.ts'
import type { SearchCheck, SearchGuard } from './search-checks.ts'
import { createStore } from './store.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenPath
  }
}

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

/** The checks of a page's query, by key. */
export type SearchChecks = Readonly<Record<string, SearchCheck>>

/** The checked values of a query. A value is undefined if it is missing or invalid. */
export type CheckedSearch<Checks extends SearchChecks> = {
  readonly [Key in keyof Checks]?: Checks[Key] extends SearchGuard<infer Value> ? Value : string
}

/**
 * Reads the query of the address with the page's checks. Invalid values and other keys are ignored, so that an old or wrong
 * link opens the page.
 *
 * @param checks an object that stays the same between renders
 * @returns the checked query and a setter that merges. `undefined` removes a key. `replace` adds no entry to the history.
 */
export function useScreenSearch<Checks extends SearchChecks>(
  checks: Checks,
): [
  CheckedSearch<Checks>,
  (change: { [Key in keyof Checks]?: string | undefined }, options?: { replace?: boolean }) => void,
] {
  const raw = useRouterState({ select: (state) => state.location.search as Record<string, unknown> })
  const navigate = useNavigate()
  const search = useMemo(() => checkSearch(checks, raw), [checks, raw])
  const setSearch = useCallback(
    (change: object, options?: { replace?: boolean }) =>
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

const checkSearch = <Checks extends SearchChecks>(checks: Checks, raw: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(checks).flatMap(([key, check]) => {
      const value = raw[key]
      return typeof value === 'string' && check(value) ? [[key, value]] : []
    }),
  ) as CheckedSearch<Checks>

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
