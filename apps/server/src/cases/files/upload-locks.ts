import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

/**
 * The right to write one upload, for one request at a time on all nodes. `db` is the connection that holds the lock:
 * what is saved through it is saved only while the lock is held.
 */
export type UploadLock = {
  db: Kysely<Tables>
  /**
   * `cut` is called when somebody with a better right wants the upload, or the connection is lost; the holder ends soon.
   * `isStalled` tells whether nothing comes from its sender any more: then his next try goes before this one.
   */
  onCut: (cut: () => void, isStalled: () => boolean) => void
  release: () => Promise<void>
}

type Held = {
  cut: () => void
  isStalled: () => boolean
  isCut: boolean
  ended: Promise<void>
  end: () => void
}
type Session = { db: Kysely<Tables>; close: () => void }

const keyOf = (uploadId: string) => sql`hashtextextended(${`upload:${uploadId}`}, 0)`

/**
 * Locks on uploads as advisory locks of PostgreSQL. A node takes all of its locks on one connection, which is open while
 * any is held: a hundred live uploads need one connection, not a hundred. When that connection breaks the locks are
 * gone, so every upload under them is cut; their clients go on from what was saved.
 */
export class UploadLocks {
  readonly #database: Database
  readonly #held = new Map<string, Held>()
  #session: Promise<Session> | undefined

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Takes the lock of an upload, on this node also from a request whose sender is gone although nobody told us (a lost
   * network closes no connection).
   * @returns undefined when another request on any node has it
   */
  async take(uploadId: string): Promise<UploadLock | undefined> {
    const holder = this.#held.get(uploadId)
    if (holder?.isStalled()) return this.seize(uploadId)
    if (holder !== undefined) return undefined
    const held = makeHeld()
    this.#held.set(uploadId, held)
    const opening = this.#openSession()
    try {
      const session = await opening
      const { rows } = await sql<{
        ok: boolean
      }>`select pg_try_advisory_lock(${keyOf(uploadId)}) as ok`.execute(session.db)
      if (rows[0]?.ok) return this.#lockOf(uploadId, held, opening, session)
    } catch (error) {
      await this.#loseSession(opening)
      await this.#forget(uploadId, held)
      throw error
    }
    await this.#forget(uploadId, held)
    return undefined
  }

  /**
   * Takes the lock from whoever has it on this node, after its request has ended.
   * @returns undefined when another node has it
   */
  async seize(uploadId: string): Promise<UploadLock | undefined> {
    for (let held = this.#held.get(uploadId); held !== undefined; held = this.#held.get(uploadId)) {
      cutHeld(held)
      await held.ended
    }
    return this.take(uploadId)
  }

  #lockOf(uploadId: string, held: Held, opening: Promise<Session>, session: Session): UploadLock {
    return {
      db: session.db,
      onCut: (cut, isStalled) => {
        held.cut = cut
        held.isStalled = isStalled
        if (held.isCut) cut()
      },
      release: async () => {
        try {
          await sql`select pg_advisory_unlock(${keyOf(uploadId)})`.execute(session.db)
        } catch {
          await this.#loseSession(opening)
        }
        await this.#forget(uploadId, held)
      },
    }
  }

  #openSession(): Promise<Session> {
    this.#session ??= new Promise((resolve, reject) => {
      this.#database.db
        .connection()
        .execute((db) => new Promise<void>((close) => resolve({ db, close: () => close() })))
        .catch(reject)
    })
    return this.#session
  }

  async #forget(uploadId: string, held: Held): Promise<void> {
    if (this.#held.get(uploadId) === held) this.#held.delete(uploadId)
    held.end()
    if (this.#held.size > 0) return
    const session = this.#session
    this.#session = undefined
    await session?.then(
      ({ close }) => close(),
      () => {},
    )
  }

  /** A connection failed: its locks are gone or soon will be, so nobody may go on under them. */
  async #loseSession(opening: Promise<Session>): Promise<void> {
    if (this.#session !== opening) return
    this.#session = undefined
    for (const held of this.#held.values()) cutHeld(held)
    const session = await opening.catch(() => undefined)
    if (session === undefined) return
    // Should the connection live, it goes back to the pool without locks.
    await sql`select pg_advisory_unlock_all()`.execute(session.db).catch(() => {})
    session.close()
  }
}

function makeHeld(): Held {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  return { cut: () => {}, isStalled: () => false, isCut: false, ended, end }
}

function cutHeld(held: Held): void {
  held.isCut = true
  held.cut()
}
