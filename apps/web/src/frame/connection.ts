import { createStore } from './store.ts'

// Time after which a request for the check counts as failed. Users learn of a lost server within two seconds.
const checkMs = 1_500
const firstPauseMs = 500
const longestPauseMs = 4_000

/** Whether the server can't be reached. `checkConnection` sets it. */
export const isDisconnected = createStore(false)

/** Returns whether the server answers. An error of a proxy in front of it is no answer. */
async function isServerReachable(): Promise<boolean> {
  try {
    const how = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(checkMs) } as const
    return (await fetch('/favicon.svg', how)).status < 500
  } catch {
    return false
  }
}

/** Waits, but not longer than until the browser is online again. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      resolve()
    }
    // The random part spreads the pages that wait for a restarted server.
    const timer = setTimeout(end, ms / 2 + (Math.random() * ms) / 2)
    addEventListener('online', end)
  })

async function waitForServer(): Promise<void> {
  for (let pauseMs = firstPauseMs; !(await isServerReachable()); ) {
    isDisconnected.set(true)
    await pause(pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }
  if (isDisconnected.get()) isDisconnected.set(false)
}

let waiting: Promise<void> | undefined

/** Checks the connection after a failure. Resolves when the server answers. Until then, `isDisconnected` is true. */
export function checkConnection(): Promise<void> {
  waiting ??= waitForServer().finally(() => {
    waiting = undefined
  })
  return waiting
}

/**
 * Loads the style sheets again that could not be fetched. Vite requests a sheet only once, even if the import that needs it is
 * tried again.
 */
async function reloadStyles(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
    ({ sheet }) => sheet === null,
  )
  const reload = (link: HTMLLinkElement) =>
    new Promise((resolve) => {
      const again = link.cloneNode() as HTMLLinkElement
      again.onload = resolve
      again.onerror = resolve
      link.replaceWith(again)
    })
  await Promise.all(failed.map(reload))
}

/**
 * Loads code or texts. If the server can't be reached, it waits for the server and tries again, so that the page stays as it is.
 * @throws the error of `load` if the server answers and the load still fails, such as after an update of the portal
 */
export async function loadWhenConnected<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      // A load that began while the server was away may fail after its return, so it gets another try.
      await checkConnection()
      await reloadStyles()
      const again = await load().then(
        (loaded) => ({ loaded }),
        () => undefined,
      )
      if (again) return again.loaded
      if (await isServerReachable()) throw error
    }
  }
}

addEventListener('offline', () => void checkConnection())
