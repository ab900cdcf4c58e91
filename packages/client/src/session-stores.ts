import { waitMs } from './backoff.ts'

/** The part of Web Storage that a session needs. */
export type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Where a session is stored and how tabs communicate.
 * - `remembered`: survives a restart of the browser and is shared by all tabs (remember-me).
 * - `tab`: ends with the tab.
 * - `withLock`: runs one task at a time among all tabs.
 * - `broadcast`, `listen`: messages between tabs; `listen` also receives changes of `remembered` (as `undefined`).
 */
export type SessionStores = {
  remembered: KeyStore
  tab: KeyStore
  withLock: <T>(task: () => Promise<T>) => Promise<T>
  broadcast: (message: unknown) => void
  listen: (listener: (message: unknown) => void) => () => void
}

/** Web Storage in memory. */
export function memoryStore(): KeyStore {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

/** For programs: the session ends with the process. */
export function memoryStores(): SessionStores {
  return {
    remembered: memoryStore(),
    tab: memoryStore(),
    withLock: (task) => task(),
    broadcast: () => undefined,
    listen: () => () => undefined,
  }
}

// Storage may be missing, forbidden or full (private windows): then the session lasts as long as the page.
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

// Tabs in other processes see a change of local storage, or a message, a moment later. The lock is held for this long after a
// refresh, so that the next tab finds the new tokens; the caller has them already.
const spreadMs = 500

/**
 * For browsers: local storage if remembered, else session storage (requirement 4.session.storage); Web Locks and a
 * BroadcastChannel if the browser has them (locks need https or loopback).
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

/** The storage key of the session (requirement 9.sessionKey). */
export const sessionKey = 'pontic.session'
