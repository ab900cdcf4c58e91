import { warmLevelReader } from '@pontic/viewer/workers'
import { takeEarlyResponses } from '../../frame/early-replies.ts'
import { currentSession } from '../../frame/session.ts'
import { type DecodedLevel, decodeAhead, type LoadedLevel } from './decoded-levels.ts'
import { keepLevel, listStoredLevels } from './level-store.ts'
import { levelsOf, planScans, type ViewerFile } from './scan-plan.ts'
import { loadLevel, readLevelBytes, type ScanSource } from './scan-source.ts'

const prefetchedScans = 2

const levelPath = /^\/restful\/orders\/([^/]+)\/meshes\/([^/]+)\/levels\/(\d+)$/

/** The levels that are on their way, by `<file id> <level>`. */
export type EarlyLevels = ReadonlyMap<string, Promise<LoadedLevel>>

/** The case whose page opens next, with its prefetched levels. Undefined once the page is on the screen. */
let opening: { orderId: string; levels: Promise<EarlyLevels>; source?: ScanSource } | undefined
/** The case whose page is on the screen. */
let shownId: string | undefined

/**
 * Starts to load and decode the coarse levels of a case before its page is rendered: those that `first-paint.js` has requested, or
 * those that this browser stores. Does nothing if the page is rendered already: the router may prepare it late, if the pointer was over
 * its link just before.
 */
export function prefetchEarlyLevels(orderId: string): void {
  if (shownId === orderId || (opening?.orderId === orderId && opening.source)) return
  opening = { orderId, levels: requestEarlyLevels(orderId).catch(() => new Map()) }
}

async function requestEarlyLevels(orderId: string): Promise<EarlyLevels> {
  const token = currentSession()?.access_token ?? ''
  const requested = await takeEarlyResponses(levelPath, token)
  if (requested.length > 0)
    return new Map(
      requested.map(([path, response]) =>
        toEarlyLevel(
          path,
          response.then((reply) => readLevelBytes(keepLevel(path, reply))),
        ),
      ),
    )
  const stored = (await listStoredLevels()).filter((path) => isCoarseLevelOf(orderId, path))
  return new Map(stored.slice(0, prefetchedScans).map((path) => toEarlyLevel(path, loadLevel(path))))
}

function isCoarseLevelOf(orderId: string, path: string): boolean {
  const [, pathOrderId, , level] = levelPath.exec(path) ?? []
  return pathOrderId === orderId && level === '0'
}

function toEarlyLevel(path: string, level: Promise<LoadedLevel>): [string, Promise<LoadedLevel>] {
  const [, , fileId, number] = levelPath.exec(path) ?? []
  warmLevelReader()
  return [`${fileId} ${number}`, startDecoding(level)]
}

/** Decodes a level as soon as it is loaded. */
function startDecoding(level: Promise<LoadedLevel>): Promise<DecodedLevel> {
  const decoded = level.then(decodeAhead)
  // Prevents an unhandled rejection if the level is never used.
  decoded.catch(() => undefined)
  return decoded
}

/**
 * Prefetches the coarse levels of a case that opens (`prefetchLevels`), except those that `prefetchEarlyLevels` has requested. Further
 * calls return the same source until `endPrefetch`, because React may render a page several times before it is on the screen.
 */
export function prefetchOnce(orderId: string, source: ScanSource, files: readonly ViewerFile[]): ScanSource {
  if (opening?.orderId !== orderId) opening = { orderId, levels: Promise.resolve(new Map()) }
  opening.source ??= prefetchLevels(source, files, opening.levels)
  return opening.source
}

/**
 * Discards the prefetched levels of a case whose page is on the screen, because the server may replace them later.
 * @returns a function to call when the page is left
 */
export function endPrefetch(orderId: string): () => void {
  if (opening?.orderId === orderId) opening = undefined
  shownId = orderId
  return () => {
    if (shownId === orderId) shownId = undefined
  }
}

/**
 * Prefetches and decodes the coarse levels of the first scans.
 * @param early levels that are requested already
 * @returns a source that uses each prefetched level once. A level whose prefetch failed is requested again
 */
export function prefetchLevels(
  source: ScanSource,
  files: readonly ViewerFile[],
  early: EarlyLevels | Promise<EarlyLevels>,
): ScanSource {
  const coming = new Map<string, Promise<DecodedLevel>>()
  for (const scan of planScans(files).slice(0, prefetchedScans)) {
    const level = levelsOf(scan)[0]?.level
    if (level === undefined || scan.reason) continue
    const name = `${scan.file.id} ${level}`
    const ask = () => source.level(scan.file.id, level, new AbortController().signal)
    const loaded = Promise.resolve(early).then((levels) => levels.get(name)?.catch(ask) ?? ask())
    coming.set(name, startDecoding(loaded))
  }
  return {
    ...source,
    level: (fileId, level, signal, onProgress) => {
      const name = `${fileId} ${level}`
      const early = coming.get(name)
      coming.delete(name)
      const ask = () => source.level(fileId, level, signal, onProgress)
      return early ? early.catch(ask) : ask()
    },
  }
}
