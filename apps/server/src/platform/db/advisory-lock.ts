import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/**
 * A session-level advisory lock. PostgreSQL releases it when the connection of its holder ends, so it proves that the holder is
 * alive.
 */
export type AdvisoryLock = {
  /** Resolves when the connection, and with it the lock, is lost. */
  lost: Promise<void>
  release: () => Promise<void>
}

const retryAfterMs = 500

/** The key of the advisory lock as an SQL expression. @param name an SQL expression too */
export const lockKeyOf = (name: string) => `hashtextextended(${name}, 0)`

/**
 * Acquires an advisory lock on a connection of its own, until `release` is called or the connection breaks.
 * @throws Error if PostgreSQL cannot be reached
 */
export async function acquireLock(url: string, name: string): Promise<AdvisoryLock> {
  const client = new Client({
    connectionString: url,
    application_name: 'pontic lock',
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  const lost = new Promise<void>((resolve) => client.on('end', () => resolve()))
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(${lockKeyOf('$1')})`, [name])
  } catch (error) {
    await client.end()
    throw error
  }
  return { lost, release: () => client.end() }
}

/** Holds an advisory lock until `release` is called, and reacquires it on a new connection if the old one breaks. */
export function maintainLock(url: string, name: string): Pick<AdvisoryLock, 'release'> {
  let held: AdvisoryLock | undefined
  let isReleased = false
  const keep = async () => {
    while (!isReleased) {
      try {
        held = await acquireLock(url, name)
        if (isReleased) await held.release()
        await held.lost
      } catch {
        // While PostgreSQL is unreachable nobody holds a lock.
      }
      if (!isReleased) await wait(retryAfterMs, undefined, { ref: false })
    }
  }
  void keep()
  return {
    release: async () => {
      isReleased = true
      await held?.release().catch(() => {})
    },
  }
}
