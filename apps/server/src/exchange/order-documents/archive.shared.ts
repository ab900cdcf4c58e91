import { type Readable, Transform } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { guessText } from './decode-text.ts'
import { DocumentRefusal, refuse } from './refusal.shared.ts'

/**
 * A file in an archive. `path` is relative and has no `..`, so that it cannot leave the folder to which it is unpacked. The
 * stream of `open` fails with a `DocumentRefusal` if the bytes do not match the central directory, or are an archive.
 */
export type ArchiveEntry = { path: string; sizeBytes: number; open: () => Promise<Readable> }

/** An open archive whose central directory was checked. No entry is unpacked yet. */
export type Archive = { entries: readonly ArchiveEntry[]; close: () => void }

/** Limits of an archive (threat T41). Sizes are unpacked sizes in bytes. */
export const archiveLimits = {
  entries: 2_000,
  totalBytes: 4 * 1024 * 1024 * 1024,
  entryBytes: 2 * 1024 * 1024 * 1024,
  ratio: 100,
  /** The ratio is checked above this size, because small texts compress better than `ratio` without being a bomb. */
  ratioFromBytes: 1024 * 1024,
  depth: 12,
} as const

const isArchiveName = (path: string) => /\.(zip|3oxz|7z|rar|tar|t?gz|tgz|bz2|xz|zst)$/i.test(path)
const fileTypeBits = 0o170000
const ordinaryTypes: readonly number[] = [0, 0o100000, 0o040000]
const localHeaderBytes = 30

/**
 * Opens a ZIP and checks its central directory before any byte is unpacked. Refuses the archive for an unsafe path, a link,
 * an encrypted or overlapping entry, an entry that is an archive by its name, or an exceeded limit.
 * @param file path of a local file
 * @throws DocumentRefusal archive_*
 */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await openPromise(file, {
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true,
  }).catch((error: Error) => refuse('archive_broken', error.message))
  try {
    if (zip.entryCount > archiveLimits.entries) refuse('archive_too_many')
    return { entries: await readEntries(zip), close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw toDocumentRefusal(error)
  }
}

const toDocumentRefusal = (error: unknown): DocumentRefusal =>
  error instanceof DocumentRefusal
    ? error
    : new DocumentRefusal('archive_broken', error instanceof Error ? error.message : '')

async function readEntries(zip: ZipFile): Promise<ArchiveEntry[]> {
  const found: ArchiveEntry[] = []
  const spans: { start: number; end: number }[] = []
  const names = new Set<string>()
  let totalBytes = 0
  for await (const entry of zip.eachEntry()) {
    const path = pathOfEntry(entry)
    const start = entry.relativeOffsetOfLocalHeader
    const nameBytes = entry.fileNameRaw.length
    spans.push({ start, end: start + localHeaderBytes + nameBytes + entry.compressedSize })
    if (spans.length > archiveLimits.entries) refuse('archive_too_many')
    totalBytes += entry.uncompressedSize
    if (totalBytes > archiveLimits.totalBytes) refuse('archive_too_large')
    if (path === undefined) continue
    const key = path.toLowerCase()
    if (names.has(key)) refuse('archive_broken', path)
    names.add(key)
    found.push({ path, sizeBytes: entry.uncompressedSize, open: () => openEntry(zip, entry, path) })
  }
  spans.sort((one, other) => one.start - other.start)
  for (const [at, { end }] of spans.entries())
    if (end > (spans[at + 1]?.start ?? zip.fileSize)) refuse('archive_overlap')
  return found
}

/** Checks an entry. @returns its path if it is a file; undefined for a folder */
function pathOfEntry(entry: Entry): string | undefined {
  const isUtf8 = (entry.generalPurposeBitFlag & 0x0800) !== 0
  const name = (isUtf8 ? entry.fileNameRaw.toString('utf8') : guessText(entry.fileNameRaw)).replaceAll(
    '\\',
    '/',
  )
  const isFolder = name.endsWith('/')
  const path = isFolder ? name.slice(0, -1) : name
  const parts = path.split('/')
  const isPlain = parts.every(
    (part) => part !== '' && part !== '.' && part !== '..' && !/[\p{Cc}:]/u.test(part),
  )
  if (!isPlain || path.length > 1_000 || parts.length > archiveLimits.depth) refuse('archive_path', path)
  if (!ordinaryTypes.includes((entry.externalFileAttributes >>> 16) & fileTypeBits))
    refuse('archive_link', path)
  if (entry.isEncrypted()) refuse('archive_encrypted', path)
  if (!entry.canDecodeFileData()) refuse('archive_broken', path)
  const { uncompressedSize, compressedSize } = entry
  if (uncompressedSize > archiveLimits.entryBytes) refuse('archive_too_large', path)
  const isBomb =
    uncompressedSize > archiveLimits.ratioFromBytes &&
    uncompressedSize / Math.max(compressedSize, 1) > archiveLimits.ratio
  if (isBomb) refuse('archive_ratio', path)
  if (isFolder) return undefined
  if (isArchiveName(path)) refuse('archive_nested', path)
  return path
}

async function openEntry(zip: ZipFile, entry: Entry, path: string): Promise<Readable> {
  const source = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw toDocumentRefusal(error)
  })
  let sum = 0
  let isFirst = true
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      // An archive inside the archive is recognized by its content. 3MF models are ZIP files too, and are accepted by
      // their name.
      if (isFirst && chunk.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004')) && !/\.3mf$/i.test(path))
        return done(new DocumentRefusal('archive_nested', path))
      isFirst = false
      sum = crc32(chunk, sum)
      done(null, chunk)
    },
    flush(done) {
      done(sum === entry.crc32 ? null : new DocumentRefusal('archive_checksum', path))
    },
  })
  source.on('error', (error) => checked.destroy(toDocumentRefusal(error)))
  checked.on('close', () => source.destroy())
  return source.pipe(checked)
}
