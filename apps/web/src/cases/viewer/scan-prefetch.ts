import { decodeAhead } from './decoded-levels.ts'
import { levelsOf, planScans, type ViewerFile } from './scan-plan.ts'
import { readLevelBytes, type ScanSource } from './scan-source.ts'

const prefetchedScans = 2

/**
 * Prefetches and decodes the coarse levels of the first scans.
 * @param early responses that are used instead of requests, by `<file id> <level>`
 * @returns a source that uses each prefetched level once. A level whose prefetch failed is requested again
 */
export function prefetchLevels(
  source: ScanSource,
  files: readonly ViewerFile[],
  early: Readonly<Record<string, Promise<Response>>> = {},
): ScanSource {
  const coming = new Map<string, Promise<ArrayBuffer>>()
  for (const scan of planScans(files).slice(0, prefetchedScans)) {
    const level = levelsOf(scan)[0]?.level
    if (level === undefined || scan.reason) continue
    const name = `${scan.file.id} ${level}`
    const ask = () => source.level(scan.file.id, level, new AbortController().signal)
    const bytes = early[name] ? early[name].then(readLevelBytes).catch(ask) : ask()
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
