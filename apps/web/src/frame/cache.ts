import type { RouteName } from '@pontic/contract'
import { MutationCache, QueryCache, QueryClient, useIsFetching, useIsMutating } from '@tanstack/react-query'
import { refreshIfTwoFactorNeeded } from './session.ts'

/** Returns the feature of a call: `orders.ship` → `orders`. It is the first part of every query key. */
export const featureOf = (name: RouteName) => name.slice(0, name.indexOf('.'))

/** The query client of the web app. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: refreshIfTwoFactorNeeded }),
  mutationCache: new MutationCache({ onError: refreshIfTwoFactorNeeded }),
  defaultOptions: {
    // Change events mark data as stale. `staleTime` covers changes while the event stream is down.
    queries: { staleTime: 60_000, retry: false },
    mutations: { retry: false },
  },
})

// For each feature, the features that its changes also affect.
const followers: Readonly<Record<string, readonly string[]>> = {
  orders: ['files', 'dashboard'],
  files: ['orders'],
  partners: ['organizations'],
  organizations: ['partners'],
  patients: ['erasures', 'retention'],
}

/** Marks a feature and those that depend on it as stale. Their queries on the screen are fetched again. */
export function markStale(feature: string): void {
  for (const name of [feature, ...(followers[feature] ?? [])]) {
    refetchFirstReplies([name])
    void queries.invalidateQueries({ queryKey: [name] })
  }
}

/**
 * Waits for pending first replies and then fetches their queries again, because these replies may be older than the change.
 * TanStack Query cancels and repeats only the requests of queries that already have data.
 */
function refetchFirstReplies(queryKey: readonly string[]): void {
  for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue
    const again = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    void query.promise?.then(again, () => undefined)
  }
}

/** Returns whether a request is pending, for the loading bar. */
export const useIsBusy = () => useIsFetching() + useIsMutating() > 0

/** Returns whether a blocking write is pending, for the overlay. */
export const useIsBlocking = () =>
  useIsMutating({ predicate: (write) => write.meta?.isBlocking === true }) > 0
