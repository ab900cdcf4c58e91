import { type Kysely, sql } from 'kysely'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/**
 * The exclusive right to write one upload, across all nodes. `db` is the connection that holds the lock, so that a
 * write through it fails when the lock is lost.
 */
export type UploadLock = {
  db: Kysely<Tables>
  /**
   * Registers the callbacks of the holder. `abort` is called when another request takes precedence or the connection
   * is lost; the holder must then release the lock. `isStalled` returns whether the sender has gone silent. A new
   * request then takes precedence.
   */
  onAbort: (abort: () => void, isStalled: () => boolean) => void
  release: () => Promise<void>
}

type LockEntry = {
  abort: () => void
  isStalled: () => boolean
  isAborted: boolean
  ended: Promise<void>
  end: () => void
}
type Session = { db: Kysely<Tables>; close: () => void }

const keyOf = (uploadId: string) => sql`hashtextextended(${`upload:${uploadId}`}, 0)`

/**
 * Waits until no request writes an upload, and keeps its lock until the transaction ends. The upload can then be removed without
 * leaving bytes that a running request stores afterwards.
 */
export async function lockEndedUpload(tx: Tx, uploadId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${keyOf(uploadId)})`.execute(tx)
}

/**
 * Locks uploads with PostgreSQL advisory locks. A node acquires all its locks on one connection, so that a hundred
 * running uploads need one connection. The connection stays open while a lock is held. If it breaks, its locks are
 * lost and all their uploads are aborted. The clients resume from the saved offset.
 */
export class UploadLocks {
  readonly #database: Database
  readonly #entries = new Map<string, LockEntry>()
  #session: Promise<Session> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Acquires the lock of an upload. Seizes it from a request of this node whose sender is silent, because a lost
   * network does not close the connection.
   * @returns undefined if another request holds the lock on any node
   */
  async acquire(uploadId: string): Promise<UploadLock | undefined> {
    const holder = this.#entries.get(uploadId)
    if (holder?.isStalled()) return this.seize(uploadId)
    if (holder !== undefined) return undefined
    const entry = createEntry()
    this.#entries.set(uploadId, entry)
    const opening = this.#openSession()
    try {
      const session = await opening
      const { rows } = await sql<{
        ok: boolean
      }>`select pg_try_advisory_lock(${keyOf(uploadId)}) as ok`.execute(session.db)
      if (rows[0]?.ok) return this.#lockOf(uploadId, entry, opening, session)
    } catch (error) {
      await this.#loseSession(opening)
      await this.#forget(uploadId, entry)
      throw error
    }
    await this.#forget(uploadId, entry)
    return undefined
  }

  /**
   * Aborts the holder on this node, waits until it has released the lock, and acquires the lock.
   * @returns undefined if another node holds the lock
   */
  async seize(uploadId: string): Promise<UploadLock | undefined> {
    for (let entry = this.#entries.get(uploadId); entry !== undefined; entry = this.#entries.get(uploadId)) {
      abortEntry(entry)
      await entry.ended
    }
    return this.acquire(uploadId)
  }

  #lockOf(uploadId: string, entry: LockEntry, opening: Promise<Session>, session: Session): UploadLock {
    return {
      db: session.db,
      onAbort: (abort, isStalled) => {
        entry.abort = abort
        entry.isStalled = isStalled
        if (entry.isAborted) abort()
      },
      release: async () => {
        try {
          await sql`select pg_advisory_unlock(${keyOf(uploadId)})`.execute(session.db)
        } catch {
          await this.#loseSession(opening)
        }
        await this.#forget(uploadId, entry)
      },
    }
  }

  #openSession(): Promise<Session> {
    this.#session ??= new Promise((resolve, reject) => {
      this.#database.sessions
        .connection()
        .execute((db) => new Promise<void>((close) => resolve({ db, close: () => close() })))
        .catch(reject)
    })
    return this.#session
  }

  async #forget(uploadId: string, entry: LockEntry): Promise<void> {
    if (this.#entries.get(uploadId) === entry) this.#entries.delete(uploadId)
    entry.end()
    if (this.#entries.size > 0) return
    const session = this.#session
    this.#session = undefined
    await session?.then(
      ({ close }) => close(),
      () => {},
    )
  }

  /** Aborts all holders after a failure of the connection, because its locks are or will be lost. */
  async #loseSession(opening: Promise<Session>): Promise<void> {
    if (this.#session !== opening) return
    this.#session = undefined
    for (const entry of this.#entries.values()) abortEntry(entry)
    const session = await opening.catch(() => undefined)
    if (session === undefined) return
    // If the connection survives, it returns to the pool without locks.
    await sql`select pg_advisory_unlock_all()`.execute(session.db).catch(() => {})
    session.close()
  }
}

function createEntry(): LockEntry {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  return { abort: () => {}, isStalled: () => false, isAborted: false, ended, end }
}

function abortEntry(entry: LockEntry): void {
  entry.isAborted = true
  entry.abort()
}
