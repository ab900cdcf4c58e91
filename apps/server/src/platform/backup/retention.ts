import { parseLsn, segmentNameOf } from '../db/wal-reader.ts'
import { type About, listBackups, readNames } from './manifests.ts'
import { fanOut, forEachOf, paths, type Vault } from './objects.ts'

const foldersAtOnce = 8
const dayMs = 86_400_000

/**
 * Deletes backups that no restore to a time since `since` needs, and what only they need. Keeps the newest backup before `since`,
 * from which the time from `since` to the next backup is restored.
 */
export async function removeOldBackups(vault: Vault, since: Date): Promise<void> {
  const backups = await listBackups(vault)
  const needed = backups.findIndex(({ completedAt }) => new Date(completedAt) <= since)
  const kept = needed < 0 ? backups : backups.slice(0, needed + 1)
  const oldest = kept.at(-1)
  if (oldest === undefined) return
  await removeBackups(vault, kept)
  await removeFiles(vault, kept, oldest)
  await removeWal(vault, kept, oldest)
}

/** Removes the objects of other backups, the first of which says that the backup is complete. Keeps what a running backup writes. */
async function removeBackups(vault: Vault, kept: readonly About[]): Promise<void> {
  const ids = new Set(kept.map(({ id }) => id))
  const newest = kept[0]?.id ?? ''
  const entries = await vault.target.list(paths.backups)
  const old = entries.filter(({ path }) => {
    const id = path.split('/')[1] ?? ''
    return !ids.has(id) && id < newest
  })
  const isAbout = (path: string) => path.endsWith('/about.json')
  old.sort((one, other) => Number(isAbout(other.path)) - Number(isAbout(one.path)))
  for (const { path } of old) await vault.target.remove(path)
}

/**
 * Removes files that no kept backup needs. A file that was written after the start of the oldest one stays: it may have been stored
 * and deleted between two backups. The day allows for the clock of the target.
 */
async function removeFiles(vault: Vault, kept: readonly About[], oldest: About): Promise<void> {
  const names = new Set<string>()
  for (const { id } of kept) for (const name of await readNames(vault, id)) names.add(name)
  const before = new Date(new Date(oldest.startedAt).getTime() - dayMs)
  await forEachOf(fanOut, foldersAtOnce, async (folder) => {
    for (const { path, changedAt } of await vault.target.list(paths.filesIn(folder))) {
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.age$/, '')
      if (!names.has(name) && changedAt < before) await vault.target.remove(path)
    }
  })
}

/** Removes the write-ahead log before the first kept backup of each series, and series without a kept backup. */
async function removeWal(vault: Vault, kept: readonly About[], oldest: About): Promise<void> {
  const first = new Map<string, string>()
  for (const { database } of kept) {
    if (database === null) continue
    const { series, timeline, from, segmentBytes } = database
    first.set(series, segmentNameOf(timeline, parseLsn(from), segmentBytes))
  }
  const before = new Date(new Date(oldest.startedAt).getTime() - dayMs)
  for (const { path, changedAt } of await vault.target.list('wal')) {
    const [, series = '', , file = ''] = path.split('/')
    const needed = first.get(series)
    const isOld = needed === undefined ? changedAt < before : file.slice(0, 24) < needed
    if (isOld) await vault.target.remove(path)
  }
}
