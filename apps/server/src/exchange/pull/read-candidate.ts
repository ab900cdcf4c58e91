import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  DocumentFile,
  FileName,
  type FileRole,
  guessFileRole,
  type OrderDocument,
  type PullFormat,
} from '@pontic/contract'
import { cleanName } from '../../platform/storage/names.ts'
import { readStart } from '../../platform/transports/streams.ts'
import type { RemoteFile, TransportReader } from '../../platform/transports/transport.ts'
import {
  type Archive,
  type ArchiveEntry,
  archiveLimits,
  openArchive,
} from '../order-documents/archive.shared.ts'
import { createDocument } from '../order-documents/create-document.shared.ts'
import { isDocumentName, parseDocument } from '../order-documents/read-document.shared.ts'
import { DocumentRefusal } from '../order-documents/refusal.shared.ts'
import { type Candidate, findByStem, findNamed, hasScan } from './find-candidates.ts'
import type { ReadyCase } from './import-case.ts'
import { PullRefusal } from './pull-refusal.ts'
import type { FileSource } from './store-file.ts'

/** A parsed candidate. `files`: the files that the candidate's fingerprint covers. `close` deletes temporary files. */
export type ParsedCandidate = ReadyCase & { files: readonly RemoteFile[]; close: () => Promise<void> }

const documentBytesMax = 16 * 1024 * 1024
const closeNothing = async () => {}

const stemOf = (path: string) => basename(path, extname(path))

/**
 * Reads and parses a candidate.
 * @returns undefined for an XML or JSON file that is not an order and that is in a subfolder with other documents
 * @throws PullRefusal or DocumentRefusal if the candidate is not a valid order, transport.* if a file can't be fetched
 */
export async function readCandidate(
  reader: TransportReader,
  candidate: Candidate,
  format: PullFormat,
): Promise<ParsedCandidate | undefined> {
  if (candidate.kind === 'loose') throw new DocumentRefusal('unknown_format')
  if (candidate.kind === 'archive') return await readArchive(reader, candidate.archive, format)
  const read = (path: string, bytesMax: number) => reader.read(path, bytesMax)
  if (candidate.kind === 'folder') {
    assertFormat('folder', format)
    return {
      ...folderCase(candidate.path, candidate.nearbyFiles, read),
      files: candidate.nearbyFiles,
      close: closeNothing,
    }
  }
  const bytes = await readStart(await read(candidate.path, documentBytesMax + 1), documentBytesMax + 1)
  const document = parseDocument(bytes)
  if (document === undefined) return readWithoutDocument(candidate, read, format)
  assertFormat(document.source.system, format)
  const found = filesOf(candidate, document)
  const sources = [candidate.document, ...found.files].map((file) => sourceOf(file, document, read))
  return {
    document,
    name: nameOf(candidate.path),
    sources,
    missing: found.missing,
    files: [candidate.document, ...found.files],
    close: closeNothing,
  }
}

/**
 * Returns the name of a document's folder, because exports often have a fixed file name in a folder that is named after
 * the case. For a document in the root, returns the name of the file.
 */
const nameOf = (path: string): string => (dirname(path) === '.' ? stemOf(path) : basename(dirname(path)))

function assertFormat(system: OrderDocument['source']['system'], format: PullFormat): void {
  if (format !== 'any' && format !== system) throw new PullRefusal('wrong_format', system)
}

type Read = (
  path: string,
  bytesMax: number,
) => Promise<NodeJS.ReadableStream & import('node:stream').Readable>

/**
 * Handles an XML or JSON file that is not an order. If it is the only such file in a folder with scans, it becomes an
 * attachment of the order that is created from the scans. Otherwise the file is refused if it is alone in its folder or is in
 * the root. In all other cases, the result is undefined.
 */
function readWithoutDocument(
  candidate: Extract<Candidate, { kind: 'document' }>,
  read: Read,
  format: PullFormat,
): ParsedCandidate | undefined {
  const files = [candidate.document, ...candidate.nearbyFiles]
  if (candidate.ownsFolder && hasScan(candidate.nearbyFiles)) {
    assertFormat('folder', format)
    return { ...folderCase(dirname(candidate.path), files, read), files, close: closeNothing }
  }
  const isAlone = candidate.ownsFolder || dirname(candidate.path) === '.'
  if (isAlone) throw new DocumentRefusal('unknown_format')
  return undefined
}

/**
 * Finds the files of a document's order. These are all nearby files if the document owns its folder. Otherwise they are
 * the files that the document names, and the files whose names begin with the document's name.
 */
function filesOf(candidate: Extract<Candidate, { kind: 'document' }>, document: OrderDocument) {
  const named = findNamed(
    candidate.nearbyFiles,
    document.files.map(({ name }) => name),
  )
  if (candidate.ownsFolder) return { files: candidate.nearbyFiles, missing: named.missing }
  const stemmed = findByStem(candidate.nearbyFiles, candidate.path)
  const files = [...new Set([...named.files, ...stemmed])]
  return { files, missing: named.missing }
}

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

function sourceOf(file: RemoteFile, document: OrderDocument | undefined, read: Read): FileSource {
  const name = basename(file.path)
  const source = document?.files.find((one) => keyOf(one.name) === keyOf(name))
  const clean = FileName.safeParse(name)
  return {
    path: file.path,
    name: clean.success ? clean.data : cleanName(name),
    role: source?.role ?? roleOf(name),
    sizeBytes: file.sizeBytes,
    open: () => read(file.path, file.sizeBytes),
  }
}

const roleOf = (name: string): FileRole => (isDocumentName(name) ? 'document' : guessFileRole(name))

/**
 * Builds a case from scans without a document. The path of their folder or archive is the source id. The name of the
 * folder or archive is the patient's name, which the clinic can correct.
 */
function folderCase(path: string, files: readonly RemoteFile[], read: Read): ReadyCase {
  const sources = files.map((file) => sourceOf(file, undefined, read))
  const name = stemOf(path)
  const document = createDocument({
    source: { system: 'folder', id: path },
    type: 0,
    patient: { name },
    files: sources.flatMap(({ name, role }) => {
      const file = DocumentFile.safeParse({ name, role })
      return file.success ? [file.data] : []
    }),
  })
  return { document, name, sources, missing: [] }
}

/** Reads an archive that contains one order, or only scans. Fetches the archive completely and checks it before parsing. */
async function readArchive(
  reader: TransportReader,
  file: RemoteFile,
  format: PullFormat,
): Promise<ParsedCandidate> {
  if (file.sizeBytes > archiveLimits.totalBytes) throw new DocumentRefusal('archive_too_large')
  const folder = await mkdtemp(join(tmpdir(), 'pontic-pull-'))
  let archive: Archive | undefined
  const close = async () => {
    archive?.close()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const local = join(folder, 'archive')
    await pipeline(await reader.read(file.path, file.sizeBytes), createWriteStream(local))
    archive = await openArchive(local)
    return { ...(await readEntries(archive.entries, file.path, format)), files: [file], close }
  } catch (error) {
    await close()
    throw error
  }
}

async function readEntries(
  entries: readonly ArchiveEntry[],
  path: string,
  format: PullFormat,
): Promise<ReadyCase> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const read: Read = async (name) => {
    const entry = byPath.get(name)
    if (entry === undefined) throw new DocumentRefusal('archive_broken', name)
    return await entry.open()
  }
  const files = entries
    .filter(({ sizeBytes }) => sizeBytes > 0)
    .map(({ path: name, sizeBytes }): RemoteFile => ({ path: name, sizeBytes, changedAt: null }))
  const found = await findDocuments(files, read)
  if (found.length > 1)
    throw new DocumentRefusal('several_documents', found.map((one) => one.path).join(', '))
  const [only] = found
  if (only === undefined) {
    if (!hasScan(files)) throw new DocumentRefusal('unknown_format')
    assertFormat('folder', format)
    return folderCase(path, files, read)
  }
  assertFormat(only.document.source.system, format)
  const { missing } = findNamed(
    files,
    only.document.files.map(({ name }) => name),
  )
  const sources = files.map((one) => sourceOf(one, only.document, read))
  return { document: only.document, name: stemOf(path), sources, missing }
}

/** Finds the documents in an archive that are orders. A malformed document is an error only if no document is an order. */
async function findDocuments(files: readonly RemoteFile[], read: Read) {
  const found: { path: string; document: OrderDocument }[] = []
  let refusal: unknown
  for (const { path } of files.filter((file) => isDocumentName(file.path))) {
    try {
      const bytes = await readStart(await read(path, documentBytesMax), documentBytesMax + 1)
      const document = parseDocument(bytes)
      if (document) found.push({ path, document })
    } catch (error) {
      if (!(error instanceof DocumentRefusal)) throw error
      if (error.reason.startsWith('archive')) throw error
      refusal ??= error
    }
  }
  if (found.length === 0 && refusal !== undefined) throw refusal
  return found
}
