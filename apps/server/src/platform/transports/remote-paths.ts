import { randomBytes } from 'node:crypto'
import { basename, dirname } from 'node:path/posix'
import { fail } from '../http/fail.ts'
import { type RemoteFile, transportLimits } from './transport.ts'

// Control characters, path separators, and the colon of Windows drives and streams.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for control characters
const unfitForName = /[\u0000-\u001f\u007f\\/:]/

/** Whether a text is the name of one file or folder, without `..` and separators. */
export const isPlainName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && name.length <= 255 && !unfitForName.test(name)

const unfinishedName = /(^[.~]|~$|\.(part|partial|tmp|temp|filepart|crdownload|uploading|writing)$)/i

/** Whether a name marks its file as hidden or still being written. */
export const isUnfinishedName = (name: string): boolean => unfinishedName.test(name)

/**
 * Normalizes a path below a setting's folder and removes its empty parts. The empty path is the folder itself.
 * @throws transport.path_invalid if the path is too long, or a part is not a plain name (such as `..`)
 */
export function cleanPath(path: string): string {
  const parts = path.split('/').filter((part) => part !== '')
  if (path.length > transportLimits.pathLengthMax || !parts.every(isPlainName)) fail('transport.path_invalid')
  return parts.join('/')
}

/** Like `cleanPath`, and refuses the folder itself. */
export function cleanFilePath(path: string): string {
  const clean = cleanPath(path)
  if (clean === '') fail('transport.path_invalid')
  return clean
}

/** Creates the temporary path of a file while it is written: in the same folder, hidden and unique. */
export function temporaryPath(path: string): string {
  const name = `.${basename(path).slice(0, 200)}.${randomBytes(6).toString('hex')}.part`
  const folder = dirname(path)
  return folder === '.' ? name : `${folder === '/' ? '' : folder}/${name}`
}

/** An entry of a remote folder. */
export type RemoteEntry = {
  name: string
  kind: 'file' | 'folder'
  sizeBytes: number
  changedAt: string | null
}

/** How much a listing may contain. */
export type ListLimits = { listedFilesMax: number; listedFoldersMax: number }

/**
 * Walks a folder and its subfolders, and lists each with `readFolder`.
 * @returns finished files at most eight subfolders deep, in order of their paths
 * @throws transport.too_many
 */
export async function walkFolder(
  start: string,
  readFolder: (path: string) => Promise<RemoteEntry[]>,
  { listedFilesMax, listedFoldersMax }: ListLimits = transportLimits,
): Promise<RemoteFile[]> {
  const files: RemoteFile[] = []
  const waiting = [{ path: start, depth: 0 }]
  for (let read = 0; waiting.length > 0; read++) {
    if (read >= listedFoldersMax) fail('transport.too_many')
    const { path, depth } = waiting.pop()!
    for (const entry of await readFolder(path)) {
      if (!isPlainName(entry.name) || isUnfinishedName(entry.name)) continue
      const below = path === '' ? entry.name : `${path}/${entry.name}`
      if (below.length > transportLimits.pathLengthMax) continue
      if (entry.kind === 'file')
        files.push({ path: below, sizeBytes: entry.sizeBytes, changedAt: entry.changedAt })
      else if (depth < transportLimits.folderDepthMax) waiting.push({ path: below, depth: depth + 1 })
    }
    if (files.length > listedFilesMax) fail('transport.too_many')
  }
  return files.sort((one, other) => (one.path < other.path ? -1 : 1))
}
