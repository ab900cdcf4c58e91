import { type OpenedPreview, openPreview, type PreviewKey, readOpened } from './preview-link.ts'
import type { ViewerFile } from './scan-plan.ts'
import { prefetchLevels } from './scan-prefetch.ts'
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

/** Opens a preview link and prefetches its first scans. @throws CallError as `openPreview` */
export async function openWithPrefetch(key: PreviewKey, signal: AbortSignal): Promise<OpenedLink> {
  const early = takeEarlyRequests(key)
  const preview = await (early ? readEarly(early, key, signal) : openPreview(key, signal))
  // Files of a preview link have no names.
  const files = preview.files.map((file) => ({ ...file, name: '' }))
  return { preview, files, source: prefetchLevels(previewScans(key), files, bytesOf(early?.levels ?? {})) }
}

const bytesOf = (levels: EarlyRequests['levels']) =>
  new Map(Object.entries(levels).map(([name, response]) => [name, response.then(readLevelBytes)]))

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
