import { sessionKey } from '@pontic/client'
import type { DrawnScan } from '@pontic/viewer/scene'
import { readLevel, readStoredLevel } from '@pontic/viewer/workers'
import { currentSession, onSessionChange } from '../../frame/session.ts'
import { storedLevelsName } from '../../frame/stored-levels.ts'
import type { DecodedLevel } from './decoded-levels.ts'

/** The part of the Cache API that stores levels. Keys are paths. */
type LevelStore = Pick<Cache, 'match' | 'put' | 'delete' | 'keys'>

/** A larger level is not stored. */
const levelBytesMax = 8_000_000
/** The number of stored levels. The oldest are deleted first. */
const levelsMax = 120
/** A level that was stored longer ago is deleted when another one is stored. */
const ageMaxMs = 14 * 24 * 60 * 60 * 1000
/** The number of levels that are stored in memory. */
const memoryLevelsMax = 24

/**
 * Fetches a level, which is stored so that opening the case again loads no bytes. The server checks the permission for every use
 * of a stored level, and records it: each use is a request with the ETag of the level, and only a reply 304 uses it (decision
 * 0068). The stored level is decoded during the request.
 * @param get sends the request with additional headers
 * @returns the stored level, or the response with another level or an error
 */
export async function fetchStoredLevel(
  path: string,
  get: (headers: Record<string, string>) => Promise<Response>,
  signal?: AbortSignal,
): Promise<Response | DecodedLevel> {
  const store = await openStore()
  const known = await store?.match(path, { ignoreVary: true }).catch(() => undefined)
  const etag = known?.headers.get('etag')
  if (!known || !etag) return keepLevel(path, await get({}))
  const scan = decodeStored(path, known, etag, signal)
  // Prevents an unhandled rejection if the server refuses the level.
  scan.catch(() => undefined)
  const response = await get({ 'if-none-match': etag })
  if (response.status === 304) return { scan }
  if (response.status === 403 || response.status === 404) void store?.delete(path).catch(() => false)
  return keepLevel(path, response)
}

async function decodeStored(
  path: string,
  known: Response,
  etag: string,
  signal?: AbortSignal,
): Promise<DrawnScan> {
  const options = signal ? { signal } : {}
  const accountId = currentSession()?.account_id
  if (isOnDisk() && accountId !== undefined)
    try {
      return await readStoredLevel({ cache: storedLevelsName(accountId), path, etag }, options)
    } catch {
      // The level was deleted or replaced meanwhile.
      signal?.throwIfAborted()
    }
  return await readLevel(await known.arrayBuffer(), options)
}

/** Opens the store before the first level is requested. */
export const openLevelStore = (): void => void openStore()

/** Lists the paths of the stored levels of the signed-in account. */
export async function listStoredLevels(): Promise<string[]> {
  const keys = await openStore().then((store) => store?.keys())
  return keys?.map(pathOf) ?? []
}

/** Stores the level of a response, unless it is stored already. @returns the response, whose body is not read yet */
export function keepLevel(path: string, response: Response): Response {
  const sizeBytes = Number(response.headers.get('content-length'))
  if (response.status !== 200 || !(sizeBytes > 0 && sizeBytes <= levelBytesMax)) return response
  const copy = response.clone()
  const accountId = currentSession()?.account_id
  const keep = async () => {
    const store = await openStore()
    const known = await store?.match(path, { ignoreVary: true })
    const isKnown = known?.headers.get('etag') === response.headers.get('etag')
    // The user may have signed out meanwhile.
    if (!store || isKnown || currentSession()?.account_id !== accountId) return void copy.body?.cancel()
    await store.put(path, copy)
    await prune(store)
  }
  // A full disk stores nothing.
  keep().catch(() => undefined)
  return response
}

async function prune(store: LevelStore): Promise<void> {
  const requests = await store.keys()
  for (const [at, request] of requests.entries()) {
    const date = (await store.match(request, { ignoreVary: true }))?.headers.get('date')
    const isOld = date !== null && date !== undefined && Date.now() - Date.parse(date) > ageMaxMs
    // Keys are in the order in which they were stored.
    if (!isOld && at >= requests.length - levelsMax) return
    await store.delete(request)
  }
}

onSessionChange(() => {
  opened = undefined
})
let opened: { name: string; store: Promise<LevelStore | undefined> } | undefined

/**
 * Opens the store of the signed-in account, once. Levels of a user who stays signed in survive a restart of the browser. For all others,
 * nothing is written to the disk, because the computer may be shared.
 */
async function openStore(): Promise<LevelStore | undefined> {
  const accountId = currentSession()?.account_id
  if (accountId === undefined) return undefined
  if (!isOnDisk()) return memoryOf(accountId)
  const name = storedLevelsName(accountId)
  if (opened?.name !== name) opened = { name, store: caches.open(name).catch(() => undefined) }
  return opened.store
}

function isOnDisk(): boolean {
  try {
    return typeof caches !== 'undefined' && localStorage.getItem(sessionKey) !== null
  } catch {
    return false
  }
}

let memory: { accountId: string; store: LevelStore } | undefined

function memoryOf(accountId: string): LevelStore {
  if (memory?.accountId !== accountId) memory = { accountId, store: createMemoryStore() }
  return memory.store
}

function createMemoryStore(): LevelStore {
  const levels = new Map<string, { bytes: ArrayBuffer; headers: Headers }>()
  return {
    match: async (path) => {
      const level = levels.get(pathOf(path))
      return level && new Response(level.bytes.slice(0), { headers: level.headers })
    },
    put: async (path, response) => {
      levels.set(pathOf(path), { bytes: await response.arrayBuffer(), headers: response.headers })
      for (const oldest of [...levels.keys()].slice(0, Math.max(0, levels.size - memoryLevelsMax)))
        levels.delete(oldest)
    },
    delete: async (path) => levels.delete(pathOf(path)),
    keys: async () => [...levels.keys()].map((path) => new Request(path)),
  }
}

const pathOf = (request: RequestInfo | URL): string =>
  request instanceof Request ? new URL(request.url).pathname : String(request)
