import { warmLevelReader } from '@pontic/viewer/workers'
import { takeEarlyResponses } from '../../frame/early-replies.ts'
import { currentSession } from '../../frame/session.ts'
import { decodeAhead } from './decoded-levels.ts'
import { keepLevel } from './level-store.ts'
import { levelsOf, planScans, type ViewerFile } from './scan-plan.ts'
import { readLevelBytes, type ScanSource } from './scan-source.ts'

const prefetchedScans = 2

const levelPath = /^\/restful\/orders\/[^/]+\/meshes\/([^/]+)\/levels\/(\d+)$/
let early: Map<string, Promise<ArrayBuffer>> | undefined

/**
 * Starts to decode the levels that `first-paint.js` has requested, before the page is rendered. Only the first call has an effect.
 * @returns their bytes, by `<file id> <level>`
 */
export function decodeEarlyLevels(): ReadonlyMap<string, Promise<ArrayBuffer>> {
  if (early) return early
  const found = takeEarlyResponses(levelPath, currentSession()?.access_token ?? '')
  early = new Map(
    found.map(([path, response]) => {
      const [, fileId, level] = levelPath.exec(path) ?? []
      const bytes = response.then((reply) => readLevelBytes(keepLevel(path, reply)))
      bytes.then(decodeAhead).catch(() => undefined)
      return [`${fileId} ${level}`, bytes]
    }),
  )
  if (early.size > 0) warmLevelReader()
  return early
}

/**
 * Prefetches and decodes the coarse levels of the first scans.
 * @param early levels that are already decoded or on their way, used instead of requests, by `<file id> <level>`
 * @returns a source that uses each prefetched level once. A level whose prefetch failed is requested again
 */
export function prefetchLevels(
  source: ScanSource,
  files: readonly ViewerFile[],
  early: ReadonlyMap<string, Promise<ArrayBuffer>>,
): ScanSource {
  const coming = new Map<string, Promise<ArrayBuffer>>()
  for (const scan of planScans(files).slice(0, prefetchedScans)) {
    const level = levelsOf(scan)[0]?.level
    if (level === undefined || scan.reason) continue
    const name = `${scan.file.id} ${level}`
    const ask = () => source.level(scan.file.id, level, new AbortController().signal)
    const bytes = early.get(name)?.catch(ask) ?? ask()
    // Also prevents an unhandled rejection if the level is never used.
    bytes.then(decodeAhead).catch(() => undefined)
    coming.set(name, bytes)
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
