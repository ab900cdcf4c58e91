import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fail } from '../http/fail.ts'
import { mapFailures, refusalOfFailure } from './failures.ts'
import {
  cleanFilePath,
  cleanPath,
  type ListLimits,
  type RemoteEntry,
  temporaryPath,
  walkFolder,
} from './remote-paths.ts'
import { limitStream, requireLength } from './streams.ts'
import type { Transport } from './transport.ts'

/** A folder of this machine, below the root that the installation allows. */
export type FolderLocation = { folder: string; folderRoot: string | undefined; listLimits?: ListLimits }

/**
 * Opens a folder of this machine. The real path is checked before each operation, so that no symbolic link leads out of the
 * allowed root.
 * @throws transport.no_folder_root if the installation allows no folders
 */
export async function openFolder({ folder, folderRoot, listLimits }: FolderLocation): Promise<Transport> {
  if (folderRoot === undefined) fail('transport.no_folder_root')
  const root = await mapFailures(() => realpath(folderRoot))
  const base = join(root, cleanPath(folder))
  const toPath = async (path: string) => await assertBelowRoot(root, join(base, path))
  return {
    list: (start = '') =>
      mapFailures(() =>
        walkFolder(cleanPath(start), async (path) => await readFolder(await toPath(path)), listLimits),
      ),
    read: (path, bytesMax) =>
      mapFailures(async () => {
        const file = await toPath(cleanFilePath(path))
        if (!(await stat(file)).isFile()) fail('transport.not_found')
        return limitStream(createReadStream(file), bytesMax, refusalOfFailure)
      }),
    write: (path, content, sizeBytes) =>
      mapFailures(async () => {
        const file = await toPath(cleanFilePath(path))
        await mkdir(dirname(file), { recursive: true })
        const temporary = temporaryPath(file)
        try {
          await pipeline(
            requireLength(content, sizeBytes),
            createWriteStream(temporary, { flags: 'wx', flush: true }),
          )
          await rename(temporary, await assertBelowRoot(root, file))
          await syncFolder(dirname(file))
        } catch (error) {
          await rm(temporary, { force: true })
          throw error
        }
      }),
    move: (from, to) =>
      mapFailures(async () => {
        const [old, next] = [await toPath(cleanFilePath(from)), await toPath(cleanFilePath(to))]
        await mkdir(dirname(next), { recursive: true })
        await rename(old, next)
      }),
    remove: (path) => mapFailures(async () => await rm(await toPath(cleanFilePath(path)), { force: true })),
    close: async () => undefined,
  }
}

/**
 * Returns the path unchanged if it is below the root after the symbolic links of its existing part are resolved.
 * @throws transport.path_invalid
 */
async function assertBelowRoot(root: string, path: string): Promise<string> {
  for (let part = path; ; part = dirname(part)) {
    const real = await realpath(part).catch(() => undefined)
    // Writing through a dangling link would create its target.
    if (real === undefined && (await lstat(part).catch(() => undefined))) fail('transport.path_invalid')
    if (real === undefined && part !== root) continue
    if (real !== root && !real?.startsWith(root + sep)) fail('transport.path_invalid')
    return path
  }
}

async function readFolder(path: string): Promise<RemoteEntry[]> {
  const entries = await readdir(path, { withFileTypes: true })
  const found = entries.filter((entry) => entry.isFile() || entry.isDirectory())
  return await Promise.all(
    found.map(async (entry) => {
      const { size, mtime } = await lstat(join(path, entry.name))
      const kind = entry.isFile() ? 'file' : 'folder'
      return { name: entry.name, kind, sizeBytes: size, changedAt: mtime.toISOString() } as const
    }),
  )
}

// A new name survives a power failure only after fsync of its folder.
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
