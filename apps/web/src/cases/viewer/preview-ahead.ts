import { type OpenedPreview, openPreview, type PreviewKey } from './preview-link.ts'
import { levelsOf, planScans, type ViewerFile } from './scan-plan.ts'
import { previewScans, type ScanSource } from './scan-source.ts'

/** A preview link that was opened: what it shows, its files for the viewer, and where their bytes come from. */
export type OpenedLink = {
  readonly preview: OpenedPreview
  readonly files: readonly ViewerFile[]
  readonly source: ScanSource
}

/** As many as the viewer loads at once. */
const fetchedAhead = 2

/**
 * Opens a preview link and asks at once for what will be seen first, while the page is still being drawn.
 * @throws CallError as `openPreview`
 */
export async function openAhead(key: PreviewKey, signal: AbortSignal): Promise<OpenedLink> {
  const preview = await openPreview(key, signal)
  // The link tells no file names: what the roles say is all there is.
  const files = preview.files.map((file) => ({ ...file, name: '' }))
  return { preview, files, source: fetchAhead(previewScans(key), files) }
}

/**
 * Asks for the coarse levels of the first scans.
 * @returns the source, which hands them out to whoever asks for them first; one that did not arrive is asked for again
 */
function fetchAhead(source: ScanSource, files: readonly ViewerFile[]): ScanSource {
  const coming = new Map<string, Promise<ArrayBuffer>>()
  for (const scan of planScans(files).slice(0, fetchedAhead)) {
    const level = levelsOf(scan)[0]?.level
    if (level === undefined || scan.reason) continue
    const bytes = source.level(scan.file.id, level, new AbortController().signal)
    // Whoever takes it hears of its failure; perhaps nobody does.
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
