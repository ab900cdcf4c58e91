import { setTimeout as wait } from 'node:timers/promises'
import { runWithHealthRecord } from '../jobs/outlet-state.ts'
import type { Services } from '../services.ts'
import { type Archive, openArchive } from './archive.service.ts'
import { withArchiveLock, withBackupLock } from './backup-locks.ts'
import { makeBackup } from './make-backup.service.ts'
import { assertBackupExists, listBackups } from './manifests.ts'
import type { Vault } from './objects.ts'
import { describeTargetError } from './target-error.ts'
import { getBackupConfig, openVault } from './vault.ts'

/** After a failed backup, whose reason is on the health page, and after one whose changes have a gap. */
const retryBackupMs = 15 * 60_000

/**
 * Copies changes to the target every few seconds, and makes a backup when one is due, until `close`. On several nodes only one does
 * so at a time. It is no job of the queue, because the queue starts scheduled jobs at most once a minute.
 */
export function startBackups(services: Services): { close: () => Promise<void> } {
  const { archiveMs } = getBackupConfig(services.config)
  const stop = new AbortController()
  const keeper = new Keeper(services)
  const pause = () => wait(archiveMs, undefined, { signal: stop.signal, ref: false }).catch(() => {})
  const turns = async () => {
    while (!stop.signal.aborted && (await keeper.turn())) await pause()
  }
  const loop = (async () => {
    while (!stop.signal.aborted) {
      // After a failure another node may do better.
      await withBackupLock(services.database, 'keeper', turns).catch(() => {})
      await pause()
    }
    await keeper.close()
  })()
  return {
    close: async () => {
      stop.abort()
      await loop
    },
  }
}

class Keeper {
  readonly #services: Services
  #vault: Vault | undefined
  #archive: Archive | undefined
  #backup: Promise<void> | undefined
  /** Time of the next backup; undefined until the target was asked. */
  #dueAt: number | undefined
  /** Id of the backup with which the copied changes continue. */
  #newest: string | undefined

  constructor(services: Services) {
    this.#services = services
  }

  /** @returns whether it succeeded */
  async turn(): Promise<boolean> {
    const { database, log } = this.#services
    try {
      await runWithHealthRecord(this.#services, 'archive', () =>
        withArchiveLock(database, () => this.#copyChanges()),
      )
      this.#startBackupIfDue()
      return true
    } catch (error) {
      log.error({ err: plain(error) }, 'Changes could not be copied to the backups.')
      // The next turn opens the target and the database again.
      await this.#release()
      return false
    }
  }

  async #copyChanges(): Promise<void> {
    const { config } = this.#services
    const settings = getBackupConfig(config)
    this.#vault ??= await openVault(settings)
    this.#archive ??= await openArchive(this.#services, this.#vault)
    // Changes are worth nothing in a target that was emptied, or in a folder over which another disk was mounted.
    if (this.#newest !== undefined) await assertBackupExists(this.#vault, this.#newest)
    await this.#archive.copyChanges(this.#vault)
    this.#dueAt ??= await this.#readDueAt(this.#vault, this.#archive, settings.everyMs)
  }

  /** A backup is due at once if none continues with the write-ahead log that is being archived, without a gap. */
  async #readDueAt(vault: Vault, archive: Archive, everyMs: number): Promise<number> {
    const [newest] = await listBackups(vault)
    this.#newest = newest?.id
    if (newest === undefined || newest.database?.series !== archive.series) return 0
    // Changes are in another target if this one was set before, then another one, and now this one again.
    const hasGap = newest.database !== null && (await archive.findGap(vault, newest.database)) !== undefined
    return Date.parse(newest.completedAt) + (hasGap ? retryBackupMs : everyMs)
  }

  #startBackupIfDue(): void {
    const { now, log } = this.#services
    if (this.#backup !== undefined || this.#dueAt === undefined || this.#dueAt > now().getTime()) return
    this.#backup = makeBackup(this.#services)
      .then(
        (made) => {
          if (made !== undefined)
            log.info({ backup: made.about.id, addedBytes: made.about.addedBytes }, 'A backup is complete.')
          // The next backup is due at its usual time, and deletes them.
          if (made?.cleanupError !== undefined)
            log.error({ err: plain(made.cleanupError) }, 'Old backups could not be deleted.')
          this.#dueAt = undefined
        },
        (error: unknown) => {
          log.error({ err: plain(error) }, 'A backup failed.')
          this.#dueAt = now().getTime() + retryBackupMs
        },
      )
      .finally(() => {
        this.#backup = undefined
      })
  }

  async #release(): Promise<void> {
    const [archive, vault] = [this.#archive, this.#vault]
    this.#archive = undefined
    this.#vault = undefined
    this.#dueAt = undefined
    this.#newest = undefined
    await archive?.close().catch(() => {})
    await vault?.target.close().catch(() => {})
  }

  /** Waits for a running backup. */
  async close(): Promise<void> {
    await this.#backup
    await this.#release()
  }
}

// Other fields of an error may contain addresses and secrets.
function plain(error: unknown): { message: string; stack: string | undefined } {
  return { message: describeTargetError(error), stack: error instanceof Error ? error.stack : undefined }
}
