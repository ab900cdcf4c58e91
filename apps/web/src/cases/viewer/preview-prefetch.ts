import { type OpenedPreview, openPreview, type PreviewKey } from './preview-link.ts'
import { levelsOf, planScans, type ViewerFile } from './scan-plan.ts'
import { previewScans, type ScanSource } from './scan-source.ts'

/** An opened preview link: the server's reply, the files for the viewer, and the source of their bytes. */
export type OpenedLink = {
  readonly preview: OpenedPreview
  readonly files: readonly ViewerFile[]
  readonly source: ScanSource
}

const prefetchedScans = 2

/** Opens a preview link and prefetches its first scans. @throws CallError as `openPreview` */
export async function openWithPrefetch(key: PreviewKey, signal: AbortSignal): Promise<OpenedLink> {
  const preview = await openPreview(key, signal)
  // Files of a preview link have no names.
  const files = preview.files.map((file) => ({ ...file, name: '' }))
  return { preview, files, source: prefetchLevels(previewScans(key), files) }
}

/**
 * Prefetches the coarse levels of the first scans.
 * @returns a source that uses each prefetched level once. A level whose prefetch failed is requested again
 */
function prefetchLevels(source: ScanSource, files: readonly ViewerFile[]): ScanSource {
  const coming = new Map<string, Promise<ArrayBuffer>>()
  for (const scan of planScans(files).slice(0, prefetchedScans)) {
    const level = levelsOf(scan)[0]?.level
    if (level === undefined || scan.reason) continue
    const bytes = source.level(scan.file.id, level, new AbortController().signal)
    // Prevents an unhandled rejection if the level is never used.
    bytes.catch(() => undefined)
    coming.set(`${scan.file.id} ${level}`, bytes)
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
