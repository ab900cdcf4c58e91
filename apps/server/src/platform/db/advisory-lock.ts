import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { type Links, sessionOptions } from './links.ts'

/**
 * A session-level advisory lock. PostgreSQL releases the lock when its connection closes. A lock that is still taken therefore
 * proves that the process that acquired it is alive.
 */
export type AdvisoryLock = {
  /** Resolves when the connection, and with it the lock, is lost. */
  lost: Promise<void>
  release: () => Promise<void>
}

const retryAfterMs = 500

/** Returns the key of an advisory lock as an SQL expression. @param name SQL expression of the lock's name */
export const lockKeyOf = (name: string) => `hashtextextended(${name}, 0)`

/**
 * Waits for an advisory lock on a separate connection. The lock is released by `release`, or when the connection breaks.
 * @param links receives the connection
 * @throws Error if PostgreSQL cannot be reached
 */
export async function acquireLock(url: string, name: string, links?: Links): Promise<AdvisoryLock> {
  const client = new Client({
    connectionString: url,
    application_name: 'pontic lock',
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 5_000,
    options: sessionOptions,
  })
  client.on('error', () => {})
  const lost = new Promise<void>((resolve) => client.on('end', () => resolve()))
  await client.connect()
  links?.add(client)
  try {
    await client.query(`select pg_advisory_lock(${lockKeyOf('$1')})`, [name])
  } catch (error) {
    await client.end()
    throw error
  }
  return { lost, release: () => client.end() }
}

/**
 * Acquires an advisory lock, which lasts until `release` is called. If the connection breaks, the lock is acquired again on a
 * new connection.
 */
export function maintainLock(url: string, name: string, links?: Links): Pick<AdvisoryLock, 'release'> {
  let lock: AdvisoryLock | undefined
  let isReleased = false
  const reacquire = async () => {
    while (!isReleased) {
      try {
        lock = await acquireLock(url, name, links)
        if (isReleased) await lock.release()
        await lock.lost
      } catch {
        // Ignored, because the next iteration connects again.
      }
      if (!isReleased) await wait(retryAfterMs, undefined, { ref: false })
    }
  }
  void reacquire()
  return {
    release: async () => {
      isReleased = true
      await lock?.release().catch(() => {})
    },
  }
}
