import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Pin } from '@pontic/contract'
import { fail } from '../../platform/http/fail.ts'
import type { Content } from '../../platform/http/sending.ts'
import type { Services } from '../../platform/services.ts'
import { uniqueNames } from '../../platform/storage/names.ts'
import type { FileOrder, FileRow } from '../access/file-access.service.ts'
import { type CaseRecord, recordName } from '../reviews/review-record.service.ts'
import { entryOf, layoutZip, piecesOf, type ZipEntry, type ZipLayout } from './zip.ts'

const manifestName = 'manifest.json'

/**
 * Builds an uncompressed ZIP of the verified files of an order (rules §7). The same files, review and pins give the same bytes, so an
 * interrupted download can resume at any byte, with If-Range. The first entry is `manifest.json` with the order number and the name,
 * role, kind, size and SHA-256 of each file, and for a party the pins as they were created. The name of the ZIP is the order number, never the patient.
 * @param record the pins of the case, and the record of the design review, which becomes the second entry
 */
export function createOrderZip(
  services: Services,
  order: Pick<FileOrder, 'number'>,
  files: readonly FileRow[],
  record?: CaseRecord,
): Content {
  const pdf = record?.review?.pdf
  const made = [manifestName, ...(pdf === undefined ? [] : [recordName])]
  const names = uniqueNames([...made, ...files.map((file) => file.name)]).slice(made.length)
  const manifest = manifestOf(order.number, files, names, record)
  const texts = [manifest, ...(pdf === undefined ? [] : [pdf])]
  const verifiedMs = files.map((file) => new Date(file.verified_at ?? file.created_at).getTime())
  const entries: ZipEntry[] = [
    ...texts.map((bytes, index) => entryOf(made[index] ?? '', bytes, new Date(Math.max(...verifiedMs)))),
    ...files.map((file, index) => ({
      name: names[index] ?? file.id,
      sizeBytes: file.size_bytes,
      crc32: file.crc32 ?? 0,
      modifiedAt: new Date(verifiedMs[index] ?? 0),
    })),
  ]
  const layout = layoutZip(entries)
  const headers = layout.segments.flatMap((segment) => ('bytes' in segment ? [segment.bytes] : []))
  return {
    name: `${order.number}.zip`,
    mediaType: 'application/zip',
    sizeBytes: layout.sizeBytes,
    etag: createHash('sha256').update(manifest).update(Buffer.concat(headers)).digest('hex'),
    mayChange: true,
    open: async ({ start, end }) => {
      await checkContents(services, files)
      return Readable.from(readPieces(services, layout, { texts, files }, start, end), { highWaterMark: 1 })
    },
  }
}

function manifestOf(
  number: string,
  files: readonly FileRow[],
  names: readonly string[],
  record: CaseRecord | undefined,
): Buffer {
  const rows = files.map((file, index) => ({
    name: names[index],
    role: file.role,
    kind: file.kind,
    sizeBytes: file.size_bytes,
    sha256: file.sha256?.toString('hex'),
  }))
  const pins = record && record.pins.length > 0 ? record.pins.map(asCreated) : undefined
  return Buffer.from(
    `${JSON.stringify({ number, files: rows, designReview: record?.review?.steps, pins }, undefined, 2)}\n`,
  )
}

// What changes later would end the downloads that could be resumed.
function asCreated({ resolvedAt: _, resolvedBy: __, file, ...pin }: Pin): unknown {
  const { id, name, sha256 } = file
  return { ...pin, file: { id, name, sha256 } }
}

/**
 * Asserts that all contents exist before the first byte is sent, because a started download cannot report an error.
 * @throws file.not_found
 */
async function checkContents({ storage }: Services, files: readonly FileRow[]): Promise<void> {
  const sizes = await Promise.all(files.map((file) => storage.findFileSize(hashOf(file))))
  if (files.some((file, index) => file.size_bytes !== sizes[index])) fail('file.not_found')
}

const hashOf = (file: FileRow) => file.sha256?.toString('hex') ?? ''

async function* readPieces(
  { storage }: Services,
  layout: ZipLayout,
  { texts, files }: { texts: readonly Buffer[]; files: readonly FileRow[] },
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (const piece of piecesOf(layout, start, end)) {
    const text = 'bytes' in piece ? undefined : texts[piece.entry]
    if ('bytes' in piece) yield piece.bytes
    else if (text !== undefined) yield text.subarray(piece.start, piece.end + 1)
    else {
      const file = files[piece.entry - texts.length]
      if (file !== undefined)
        yield* await storage.openFile(hashOf(file), { start: piece.start, end: piece.end })
    }
  }
}
