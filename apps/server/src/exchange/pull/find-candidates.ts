import { createHash } from 'node:crypto'
import { basename, dirname, extname } from 'node:path/posix'
import type { RemoteFile } from '../../platform/transports/transport.ts'
import { isDocumentName } from '../order-documents/read-document.shared.ts'

/**
 * A candidate for an order, identified by the path of its document, folder, archive or single scan.
 * - `nearbyFiles`: for a document, the files of its folder and subfolders that are not documents. For a folder, all its
 *   files. For a single scan, the scan.
 * - `ownsFolder`: whether all nearby files belong to the order, because the document is the only one in its folder. Otherwise
 *   the order has only the files that the document names, and the files whose names begin with the document's name.
 * - `loose`: a single scan in the root. The poll refuses it.
 */
export type Candidate =
  | { kind: 'document'; path: string; document: RemoteFile; nearbyFiles: RemoteFile[]; ownsFolder: boolean }
  | { kind: 'folder'; path: string; nearbyFiles: RemoteFile[] }
  | { kind: 'archive'; path: string; archive: RemoteFile }
  | { kind: 'loose'; path: string; nearbyFiles: RemoteFile[] }

const meshName = /\.(stl|ply|obj|dcm|3mf|glb|off)$/i
const archiveName = /\.(zip|3oxz)$/i
// XML files that belong to a 3Shape order but are not orders.
const companionName = /^(materials.*|sid_userinputdata)\.xml$/i

const isDocumentFile = ({ path }: RemoteFile) => isDocumentName(path) && !companionName.test(basename(path))
const folderOf = (path: string) => (dirname(path) === '.' ? '' : dirname(path))

/** Lists the folders of a path from the outermost to the innermost. Empty for a file in the root. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/**
 * Groups files into candidates (formats §1–§7), sorted by path. A candidate is a document with the files of its folder,
 * a folder with scans and without a document, an archive, or a scan in the root.
 */
export function findCandidates(files: readonly RemoteFile[]): Candidate[] {
  const documentsByFolder = Map.groupBy(files.filter(isDocumentFile), ({ path }) => folderOf(path))
  const scanOnly = scanOnlyFolders(files, documentsByFolder)
  const ownerPathOf = (file: RemoteFile) => ownerOf(file, documentsByFolder, scanOnly)
  const isArchive = (file: RemoteFile) => archiveName.test(file.path) && ownerPathOf(file) === ''
  const archives = files.filter(isArchive)
  const filesByOwner = Map.groupBy(
    files.filter((file) => !isArchive(file)),
    ownerPathOf,
  )
  const documents = [...documentsByFolder].flatMap(([folder, found]) =>
    documentCandidates(folder, found, filesByOwner.get(folder) ?? []),
  )
  const folders = [...scanOnly].map(
    (path): Candidate => ({ kind: 'folder', path, nearbyFiles: filesByOwner.get(path) ?? [] }),
  )
  const loose = documentsByFolder.has('')
    ? []
    : (filesByOwner.get('') ?? []).filter(({ path }) => meshName.test(path))
  return [
    ...documents,
    ...folders,
    ...archives.map((archive): Candidate => ({ kind: 'archive', path: archive.path, archive })),
    ...loose.map((file): Candidate => ({ kind: 'loose', path: file.path, nearbyFiles: [file] })),
  ].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Finds the outermost folders that contain scans. Omits folders with a document in them or in a folder above them. */
function scanOnlyFolders(
  files: readonly RemoteFile[],
  documentsByFolder: ReadonlyMap<string, unknown>,
): Set<string> {
  const withScans = new Set(files.filter(({ path }) => meshName.test(path)).map(({ path }) => folderOf(path)))
  const found = new Set<string>()
  for (const { path } of files) {
    const above = foldersAbove(path)
    if (above.some((folder) => documentsByFolder.has(folder))) continue
    const first = above.find((folder) => withScans.has(folder))
    if (first !== undefined) found.add(first)
  }
  return found
}

/**
 * Returns the folder of the candidate to which a file belongs: the innermost folder with a document,
 * otherwise the outermost folder with only scans, otherwise the root.
 */
function ownerOf(
  { path }: RemoteFile,
  documentsByFolder: ReadonlyMap<string, unknown>,
  scanOnly: ReadonlySet<string>,
): string {
  const above = foldersAbove(path)
  return (
    above.findLast((folder) => documentsByFolder.has(folder)) ??
    above.find((folder) => scanOnly.has(folder)) ??
    ''
  )
}

function documentCandidates(
  folder: string,
  found: readonly RemoteFile[],
  ownedFiles: readonly RemoteFile[],
): Candidate[] {
  const ownsFolder = folder !== '' && found.length === 1
  // A folder may contain thousands of documents. All of them share one list, so that the time grows linearly.
  const documents = new Set(found)
  const nearbyFiles = ownedFiles.filter((file) => !documents.has(file))
  return found.map((document) => ({
    kind: 'document',
    path: document.path,
    document,
    nearbyFiles,
    ownsFolder,
  }))
}

/** Whether one of the files is a scan, by its name. */
export const hasScan = (files: readonly { path: string }[]): boolean =>
  files.some(({ path }) => meshName.test(path))

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

/**
 * Finds the files that a document names. Compares the names without their folders, and treats upper and lower case as equal.
 * `missing`: the names for which there is no file.
 */
export function findNamed<File extends { path: string }>(files: readonly File[], names: readonly string[]) {
  const byName = new Map(files.map((file) => [keyOf(basename(file.path)), file]))
  const found = names.map((name) => byName.get(keyOf(name)))
  return {
    files: [...new Set(found.filter((file) => file !== undefined))],
    missing: names.filter((_, at) => found[at] === undefined),
  }
}

/** Finds files whose names begin with the document's name: `<case>-upperjaw.stl` next to `<case>.dentalProject`. */
export const findByStem = <File extends { path: string }>(
  files: readonly File[],
  documentPath: string,
): File[] => {
  const stem = keyOf(basename(documentPath, extname(documentPath)))
  return files.filter(({ path }) => keyOf(basename(path)).startsWith(`${stem}-`))
}

/** Hashes the paths, sizes and modification times of files. Files with the same fingerprint in two polls are complete. */
export function fingerprintOf(files: readonly RemoteFile[]): Buffer {
  const rows = files.map(({ path, sizeBytes, changedAt }) => `${path}\n${sizeBytes}\n${changedAt ?? ''}`)
  return createHash('sha256').update(rows.sort().join('\n\n')).digest()
}
