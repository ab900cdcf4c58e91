import { waitMs } from './backoff.ts'

/** The methods of Web Storage that a session needs. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Storage of a session, and communication between tabs.
 * - `remembered`: storage that survives a restart of the browser and is shared by all tabs (remember-me).
 * - `tab`: storage that is deleted when the tab is closed.
 * - `withLock`: runs a task under a lock that all tabs share.
 * - `broadcast`: sends a message to the other tabs.
 * - `listen`: receives messages of other tabs, and `undefined` when another tab changes `remembered`. Returns a function that
 *   stops listening.
 */
export type SessionStores = {
  remembered: KeyStore
  tab: KeyStore
  withLock: <T>(task: () => Promise<T>) => Promise<T>
  broadcast: (message: unknown) => void
  listen: (listener: (message: unknown) => void) => () => void
}

/** Creates a storage in memory with the interface of Web Storage. */
export function memoryStore(): KeyStore {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** Creates stores in memory, for programs. The session is lost when the process exits. */
export function memoryStores(): SessionStores {
  return {
    remembered: memoryStore(),
    tab: memoryStore(),
    withLock: (task) => task(),
    broadcast: () => undefined,
    listen: () => () => undefined,
  }
}

// Web Storage may be missing, forbidden or full, for example in private windows. Values are then stored in memory.
function guarded(open: () => Storage): KeyStore {
  const fallback = memoryStore()
  const attempt = <T>(use: (store: KeyStore) => T): T => {
    try {
      return use(open())
    } catch {
      return use(fallback)
    }
  }
  return {
    getItem: (key) => attempt((store) => store.getItem(key)) ?? fallback.getItem(key),
    setItem: (key, value) => attempt((store) => store.setItem(key, value)),
    removeItem: (key) => {
      attempt((store) => store.removeItem(key))
      fallback.removeItem(key)
    },
  }
}

const lockName = 'pontic.session'

// A change of local storage, or a message, reaches tabs of other processes with a delay. The lock is released this long after a
// broadcast, so that the next tab finds the new tokens. The caller does not wait for the release.
const spreadMs = 500

/**
 * Creates stores for browsers: local storage with remember-me, session storage otherwise (requirement 4.session.storage). Uses
 * Web Locks, which need https or loopback, and BroadcastChannel, where the browser has them.
 */
export function browserStores(): SessionStores {
  let hasBroadcast = false
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(lockName)
  return {
    remembered: guarded(() => localStorage),
    tab: guarded(() => sessionStorage),
    withLock: (task) =>
      new Promise((resolve, reject) => {
        if (!navigator.locks) return void task().then(resolve, reject)
        const run = async () => {
          hasBroadcast = false
          await task().then(resolve, reject)
          if (hasBroadcast) await waitMs(spreadMs)
        }
        navigator.locks.request(lockName, run).catch(reject)
      }),
    broadcast: (message) => {
      hasBroadcast = true
      channel?.postMessage(message)
    },
    listen: (listener) => {
      const onMessage = (event: MessageEvent) => listener(event.data)
      const onStorage = (event: StorageEvent) => {
        if (event.key === sessionKey || event.key === null) listener(undefined)
      }
      channel?.addEventListener('message', onMessage)
      addEventListener('storage', onStorage)
      return () => {
        channel?.removeEventListener('message', onMessage)
        removeEventListener('storage', onStorage)
      }
    },
  }
}

/** Key of the session in Web Storage (requirement 9.sessionKey). */
export const sessionKey = 'pontic.session'
