import { setTimeout as wait } from 'node:timers/promises'
import { sessionOptions } from './links.ts'
import type { Servers } from './servers.ts'

/**
 * A session-level advisory lock. PostgreSQL releases the lock when its connection closes. A lock that is still taken therefore
 * proves that the process that acquired it is alive.
 */
export type AdvisoryLock = {
  /** Resolves when the connection, and with it the lock, is lost. */
  lost: Promise<void>
  release: () => Promise<void>
}

/** Name of a connection in `pg_stat_activity`. Each node that runs jobs has exactly one `pontic runner`. */
export type LockConnection = 'pontic lock' | 'pontic runner'

const retryAfterMs = 500

/** Returns the key of an advisory lock as an SQL expression. @param name SQL expression of the lock's name */
export const lockKeyOf = (name: string) => `hashtextextended(${name}, 0)`

/**
 * Waits for an advisory lock on a separate connection. The lock is released by `release`, or when the connection breaks.
 * @throws Error if PostgreSQL cannot be reached
 */
export async function acquireLock(
  servers: Servers,
  name: string,
  connection: LockConnection = 'pontic lock',
): Promise<AdvisoryLock> {
  return (await lockOnConnection(servers, name, { command: 'select pg_advisory_lock', connection }))!
}

/** Acquires an advisory lock like {@link acquireLock} if it is free. @returns undefined if it is taken */
export async function tryAcquireLock(servers: Servers, name: string): Promise<AdvisoryLock | undefined> {
  const command = 'select pg_try_advisory_lock'
  return await lockOnConnection(servers, name, { command, connection: 'pontic lock' })
}

async function lockOnConnection(
  servers: Servers,
  name: string,
  { command, connection }: { command: string; connection: LockConnection },
): Promise<AdvisoryLock | undefined> {
  const client = new servers.Client({
    connectionString: servers.url,
    application_name: connection,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 5_000,
    options: sessionOptions,
  })
  client.on('error', () => {})
  const lost = new Promise<void>((resolve) => client.on('end', () => resolve()))
  await client.connect()
  servers.links.add(client)
  try {
    const { rows } = await client.query<{ taken: string }>(`${command}(${lockKeyOf('$1')})::text as taken`, [
      name,
    ])
    // The function that waits returns an empty text.
    if (rows[0]?.taken !== 'false') return { lost, release: () => client.end() }
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  return undefined
}

/**
 * Acquires an advisory lock, which lasts until `release` is called. If the connection breaks, the lock is acquired again on a
 * new connection.
 */
export function maintainLock(
  servers: Servers,
  name: string,
  connection: LockConnection,
): Pick<AdvisoryLock, 'release'> {
  let lock: AdvisoryLock | undefined
  let isReleased = false
  const reacquire = async () => {
    while (!isReleased) {
      try {
        lock = await acquireLock(servers, name, connection)
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
