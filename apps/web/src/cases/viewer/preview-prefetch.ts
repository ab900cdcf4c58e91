import { decodeAhead } from './decoded-levels.ts'
import { type OpenedPreview, openPreview, type PreviewKey, readOpened } from './preview-link.ts'
import { levelsOf, planScans, type ViewerFile } from './scan-plan.ts'
import { previewScans, readLevelBytes, type ScanSource } from './scan-source.ts'

/** An opened preview link: the server's reply, the files for the viewer, and the source of their bytes. */
export type OpenedLink = {
  readonly preview: OpenedPreview
  readonly files: readonly ViewerFile[]
  readonly source: ScanSource
}

/**
 * The requests that `first-paint.js` has sent before the scripts of the page were loaded.
 * - `opened`: the response of `previews.open`.
 * - `requested`: resolves when `levels` is complete.
 * - `levels`: the responses with coarse levels, by `<file id> <level>`.
 */
type EarlyRequests = PreviewKey & {
  opened: Promise<Response>
  requested: Promise<void>
  levels: Record<string, Promise<Response>>
}

const prefetchedScans = 2

/** Opens a preview link and prefetches its first scans. @throws CallError as `openPreview` */
export async function openWithPrefetch(key: PreviewKey, signal: AbortSignal): Promise<OpenedLink> {
  const early = takeEarlyRequests(key)
  const preview = await (early ? readEarly(early, key, signal) : openPreview(key, signal))
  // Files of a preview link have no names.
  const files = preview.files.map((file) => ({ ...file, name: '' }))
  return { preview, files, source: prefetchLevels(previewScans(key), files, early?.levels ?? {}) }
}

/** Returns the early requests of a link once, because each request of `previews.open` counts as a view. */
function takeEarlyRequests({ token, pass }: PreviewKey): EarlyRequests | undefined {
  const page = window as { earlyPreview?: EarlyRequests }
  const early = page.earlyPreview
  delete page.earlyPreview
  return early?.token === token && early.pass === pass ? early : undefined
}

/** Reads the early response. If the server was not reached, opens the link again. */
async function readEarly(early: EarlyRequests, key: PreviewKey, signal: AbortSignal): Promise<OpenedPreview> {
  const response = await early.opened.catch(() => undefined)
  if (response === undefined) return openPreview(key, signal)
  await early.requested.catch(() => undefined)
  return readOpened(response)
}

/**
 * Prefetches and decodes the coarse levels of the first scans.
 * @param early responses that are used instead of requests
 * @returns a source that uses each prefetched level once. A level whose prefetch failed is requested again
 */
function prefetchLevels(
  source: ScanSource,
  files: readonly ViewerFile[],
  early: EarlyRequests['levels'],
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
