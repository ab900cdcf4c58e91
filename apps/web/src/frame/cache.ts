import type { RouteName } from '@pontic/contract'
import { MutationCache, QueryCache, QueryClient, useIsFetching, useIsMutating } from '@tanstack/react-query'
import { hearRefusal } from './session.ts'

/** The feature a call belongs to: `orders.ship` → `orders`. First part of every cache key. */
export const featureOf = (name: RouteName) => name.slice(0, name.indexOf('.'))

/** What is known of the server. A list stays on the screen while its next state is fetched. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: hearRefusal }),
  mutationCache: new MutationCache({ onError: hearRefusal }),
  defaultOptions: {
    // Changes are told by events; this is for what happens while the stream is down.
    queries: { staleTime: 60_000, retry: false },
    mutations: { retry: false },
  },
})

// A change of a case can move its files and counts, one of a partner the lists of organizations.
const followers: Readonly<Record<string, readonly string[]>> = {
  orders: ['files', 'dashboard'],
  files: ['orders'],
  partners: ['organizations'],
  organizations: ['partners'],
  patients: ['erasures', 'retention'],
}

/** Marks what is known of a feature stale, and of those that follow it; what is on the screen is fetched anew. */
export function markStale(feature: string): void {
  for (const name of [feature, ...(followers[feature] ?? [])]) {
    askAgainLater([name])
    void queries.invalidateQueries({ queryKey: [name] })
  }
}

/**
 * A first answer that is on its way may be older than the change, and the library takes it for good: it is asked for once
 * more when it is there. Answers that replace known ones are cancelled and asked for anew by the library itself.
 */
function askAgainLater(queryKey: readonly string[]): void {
  for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined) continue
    const again = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    void query.promise?.then(again, () => undefined)
  }
}

/** Whether anything is on its way: for the thin bar. */
export const useIsBusy = () => useIsFetching() + useIsMutating() > 0

/** Whether a write is on its way that nobody should work beside: for the overlay. */
export const useIsBlocking = () =>
  useIsMutating({ predicate: (write) => write.meta?.isBlocking === true }) > 0
