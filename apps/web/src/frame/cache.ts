import type { RouteName } from '@pontic/contract'
import { MutationCache, QueryCache, QueryClient, useIsFetching, useIsMutating } from '@tanstack/react-query'
import { followRefusal } from './session.ts'

/** The feature a call belongs to: `orders.ship` → `orders`. First part of every cache key. */
export const featureOf = (name: RouteName) => name.slice(0, name.indexOf('.'))

/** The query cache. A list stays on the screen while its next state is fetched. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: followRefusal }),
  mutationCache: new MutationCache({ onError: followRefusal }),
  defaultOptions: {
    // Events report changes; this covers changes while the event stream is down.
    queries: { staleTime: 60_000, retry: false },
    mutations: { retry: false },
  },
})

// Features that a change of another feature affects.
const followers: Readonly<Record<string, readonly string[]>> = {
  orders: ['files', 'dashboard'],
  files: ['orders'],
  partners: ['organizations'],
  organizations: ['partners'],
  patients: ['erasures', 'retention'],
}

/** Marks a feature and those that depend on it as stale; queries on the screen are fetched again. */
export function markStale(feature: string): void {
  for (const name of [feature, ...(followers[feature] ?? [])]) {
    refetchFirstReplies([name])
    void queries.invalidateQueries({ queryKey: [name] })
  }
}

/**
 * Fetches a query again whose first reply is pending: that reply may be older than the change, and the library would keep
 * it. The library itself cancels and repeats requests of queries that have data.
 */
function refetchFirstReplies(queryKey: readonly string[]): void {
  for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue
    const again = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    void query.promise?.then(again, () => undefined)
  }
}

/** Whether a request is pending, for the loading bar. */
export const useIsBusy = () => useIsFetching() + useIsMutating() > 0

/** Whether a blocking write is pending, for the overlay. */
export const useIsBlocking = () =>
  useIsMutating({ predicate: (write) => write.meta?.isBlocking === true }) > 0
