import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { Content } from '../../platform/http/sending.ts'
import type { Services } from '../../platform/services.ts'
import { uniqueNames } from '../../platform/storage/names.ts'
import { chunksOf } from '../../platform/streams.ts'
import { entryOf, layoutZip, piecesOf, type ZipEntry, type ZipLayout } from './zip.ts'

/** Stored content for an archive; `crc32` is null if no checksum is stored. */
export type StoredPart = { name: string; sha256: string; sizeBytes: number; crc32: number | null; at: string }

/** A folder of an archive: a generated text and stored contents. */
export type ArchiveFolder = {
  name: string
  text: { name: string; body: string; at: string }
  parts: readonly StoredPart[]
}

type Part = { entry: ZipEntry } & ({ bytes: Buffer } | { sha256: string })

/**
 * Builds an uncompressed ZIP with folders. Names are sanitized and unique within their folder.
 * @returns undefined if a content is missing, because a download of the archive could not finish
 */
export async function createArchive(
  services: Services,
  name: string,
  folders: readonly ArchiveFolder[],
): Promise<Content | undefined> {
  const parts: Part[] = []
  for (const folder of folders) {
    const own = await createParts(services, folder)
    if (own === undefined) return undefined
    parts.push(...own)
  }
  const layout = layoutZip(parts.map(({ entry }) => entry))
  return {
    name,
    mediaType: 'application/zip',
    sizeBytes: layout.sizeBytes,
    etag: createHash('sha256')
      .update(JSON.stringify(parts.map(({ entry }) => entry)))
      .digest('hex'),
    open: async ({ start, end }) =>
      Readable.from(readPieces(services, layout, parts, start, end), { highWaterMark: 1 }),
  }
}

async function createParts(services: Services, folder: ArchiveFolder): Promise<Part[] | undefined> {
  const { text, parts } = folder
  const [first = text.name, ...names] = uniqueNames([text.name, ...parts.map(({ name }) => name)])
  const bytes = Buffer.from(text.body)
  const found: Part[] = [{ entry: entryOf(`${folder.name}/${first}`, bytes, new Date(text.at)), bytes }]
  for (const [index, { sha256, sizeBytes, crc32: sum, at }] of parts.entries()) {
    if ((await services.storage.findFileSize(sha256)) !== sizeBytes) return undefined
    const entry = {
      name: `${folder.name}/${names[index] ?? sha256}`,
      sizeBytes,
      crc32: sum ?? (await readCrc32(services, sha256)),
      modifiedAt: new Date(at),
    }
    found.push({ entry, sha256 })
  }
  return found
}

async function readCrc32({ storage }: Services, sha256: string): Promise<number> {
  let sum = 0
  for await (const chunk of chunksOf(await storage.openFile(sha256))) sum = crc32(chunk, sum)
  return sum
}

async function* readPieces(
  { storage }: Services,
  layout: ZipLayout,
  parts: readonly Part[],
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (const piece of piecesOf(layout, start, end)) {
    const part = 'bytes' in piece ? piece : parts[piece.entry]
    if ('bytes' in piece) yield piece.bytes
    else if (part !== undefined && 'bytes' in part) yield part.bytes.subarray(piece.start, piece.end + 1)
    else if (part !== undefined && 'sha256' in part)
      yield* await storage.openFile(part.sha256, { start: piece.start, end: piece.end })
  }
}
