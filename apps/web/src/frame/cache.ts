import { CallError } from '@pontic/client'
import type { RouteName } from '@pontic/contract'
import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query'
import { activity } from './activity.ts'
import { checkConnection, isDisconnected } from './connection.ts'
import { onSessionChange, refreshIfTwoFactorNeeded } from './session.ts'

/** Returns the feature of a call: `orders.ship` → `orders`. It is the first part of every query key. */
export const featureOf = (name: RouteName) => name.slice(0, name.indexOf('.'))

function onError(error: unknown): void {
  refreshIfTwoFactorNeeded(error)
  if (error instanceof CallError && error.key.startsWith('network.')) void checkConnection()
}

/** The query client of the web app. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // Change events mark data as stale. `staleTime` covers changes while the event stream is down. A call of a browser
    // without a network fails at once, so that the user learns of it; `checkConnection` notices the network's return.
    queries: { staleTime: 60_000, retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// Fetches again what failed while the server could not be reached. The event stream does that with all data, but public pages
// have no stream.
isDisconnected.subscribe(() => {
  if (!isDisconnected.get())
    void queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
})

// For each feature, the features that its changes also affect.
const followers: Readonly<Record<string, readonly string[]>> = {
  orders: ['files', 'dashboard', 'reviews'],
  files: ['orders'],
  partners: ['organizations'],
  organizations: ['partners'],
  patients: ['erasures', 'retention'],
}

/** Marks features and those that depend on them as stale. Their queries on the screen are fetched again, each once. */
export function markStale(...features: string[]): void {
  const names = new Set(features.flatMap((feature) => [feature, ...(followers[feature] ?? [])]))
  for (const name of names) {
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

// By default, a reply waits for a timer before its components render.
notifyManager.setScheduler(queueMicrotask)

const noteActivity = notifyManager.batchCalls(() => {
  const isBusy = queries.isFetching() + queries.isMutating() > 0
  const isBlocking = queries.isMutating({ predicate: (write) => write.meta?.isBlocking === true }) > 0
  const last = activity.get()
  if (isBusy !== last.isBusy || isBlocking !== last.isBlocking) activity.set({ isBusy, isBlocking })
})
// Public pages render without a QueryClientProvider, which would do this.
queries.mount()
queries.getQueryCache().subscribe(noteActivity)
queries.getMutationCache().subscribe(noteActivity)

// Discards the data of the previous user.
onSessionChange(() => queries.clear())
