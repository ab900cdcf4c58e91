import { createHash } from 'node:crypto'
import { basename, dirname, extname } from 'node:path/posix'
import type { RemoteFile } from '../../platform/transports/transport.ts'
import { isDocumentName } from '../order-documents/read-document.shared.ts'

/**
 * A candidate for an order, identified by the path of its document, folder or archive.
 * - `near`: files that may belong to it, without the document.
 * - `ownsFolder`: all of them belong to it, because the folder is the document's own; otherwise only those it names.
 */
export type FoundUnit =
  | { kind: 'document'; path: string; document: RemoteFile; near: RemoteFile[]; ownsFolder: boolean }
  | { kind: 'folder'; path: string; near: RemoteFile[] }
  | { kind: 'archive'; path: string; archive: RemoteFile }
  | { kind: 'loose'; path: string; near: RemoteFile[] }

const meshName = /\.(stl|ply|obj|dcm|3mf|glb|off)$/i
const archiveName = /\.(zip|3oxz)$/i
// Files that accompany a 3Shape order, but are no orders.
const companionName = /^(materials.*|sid_userinputdata)\.xml$/i

const isCandidate = ({ path }: RemoteFile) => isDocumentName(path) && !companionName.test(basename(path))
const folderOf = (path: string) => (dirname(path) === '.' ? '' : dirname(path))

/** Folders from the one below the root to the innermost; empty for a file in the root. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/**
 * Groups files into candidates (formats §1–§7): a document with the files of its folder (only the files it names, if
 * the folder has several documents), a folder that has scans only, or a single archive.
 */
export function findUnits(files: readonly RemoteFile[]): FoundUnit[] {
  const candidates = new Map<string, RemoteFile[]>()
  for (const file of files.filter(isCandidate)) {
    const folder = folderOf(file.path)
    candidates.set(folder, [...(candidates.get(folder) ?? []), file])
  }
  const bare = scanOnlyFolders(files, candidates)
  const owned = new Map<string, RemoteFile[]>()
  const archives: RemoteFile[] = []
  for (const file of files) {
    const folder = ownerOf(file, candidates, bare)
    if (archiveName.test(file.path) && folder === '') archives.push(file)
    else owned.set(folder, [...(owned.get(folder) ?? []), file])
  }
  const documents = [...candidates].flatMap(([folder, found]) =>
    documentUnits(folder, found, owned.get(folder) ?? []),
  )
  const folders = [...bare].map((path): FoundUnit => ({ kind: 'folder', path, near: owned.get(path) ?? [] }))
  const loose = candidates.has('') ? [] : (owned.get('') ?? []).filter(({ path }) => meshName.test(path))
  return [
    ...documents,
    ...folders,
    ...archives.map((archive): FoundUnit => ({ kind: 'archive', path: archive.path, archive })),
    ...loose.map((file): FoundUnit => ({ kind: 'loose', path: file.path, near: [file] })),
  ].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** The outermost folders with scans and without a document in or above them. */
function scanOnlyFolders(
  files: readonly RemoteFile[],
  candidates: ReadonlyMap<string, unknown>,
): Set<string> {
  const withScans = new Set(files.filter(({ path }) => meshName.test(path)).map(({ path }) => folderOf(path)))
  const found = new Set<string>()
  for (const { path } of files) {
    const above = foldersAbove(path)
    if (above.some((folder) => candidates.has(folder))) continue
    const first = above.find((folder) => withScans.has(folder))
    if (first !== undefined) found.add(first)
  }
  return found
}

/** The innermost folder with a document, otherwise the outermost folder with only scans, otherwise the root. */
function ownerOf(
  { path }: RemoteFile,
  candidates: ReadonlyMap<string, unknown>,
  bare: ReadonlySet<string>,
): string {
  const above = foldersAbove(path)
  return above.findLast((folder) => candidates.has(folder)) ?? above.find((folder) => bare.has(folder)) ?? ''
}

function documentUnits(
  folder: string,
  found: readonly RemoteFile[],
  owned: readonly RemoteFile[],
): FoundUnit[] {
  const ownsFolder = folder !== '' && found.length === 1
  return found.map((document) => ({
    kind: 'document',
    path: document.path,
    document,
    near: owned.filter((file) => !found.includes(file)),
    ownsFolder,
  }))
}

/** Whether files hold a scan. */
export const hasScan = (files: readonly { path: string }[]): boolean =>
  files.some(({ path }) => meshName.test(path))

const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

/** The files with names from a document, ignoring case and folder. */
export function findNamed<File extends { path: string }>(files: readonly File[], names: readonly string[]) {
  const byName = new Map(files.map((file) => [keyOf(basename(file.path)), file]))
  const found = names.map((name) => byName.get(keyOf(name)))
  return {
    files: [...new Set(found.filter((file) => file !== undefined))],
    missing: names.filter((_, at) => found[at] === undefined),
  }
}

/** Files whose names begin with that of a project: `<case>-upperjaw.stl` next to `<case>.dentalProject`. */
export const findByStem = <File extends { path: string }>(
  files: readonly File[],
  documentPath: string,
): File[] => {
  const stem = keyOf(basename(documentPath, extname(documentPath)))
  return files.filter(({ path }) => keyOf(basename(path)).startsWith(`${stem}-`))
}

/** A hash over names, sizes and times of files. Two polls with the same fingerprint have seen them complete. */
export function fingerprintOf(files: readonly RemoteFile[]): Buffer {
  const rows = files.map(({ path, sizeBytes, changedAt }) => `${path}\n${sizeBytes}\n${changedAt ?? ''}`)
  return createHash('sha256').update(rows.sort().join('\n\n')).digest()
}
