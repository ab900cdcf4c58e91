import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'

/** An advisory lock as proof of life: PostgreSQL drops it as soon as its holder's connection is gone. */
export type HeldLock = {
  /** Resolves when the connection is gone and the lock with it. */
  lost: Promise<void>
  release: () => Promise<void>
}

const retakeAfterMs = 500

/** The key of an advisory lock of this name, as an expression of SQL whose `name` is one too. */
export const lockKeyOf = (name: string) => `hashtextextended(${name}, 0)`

/**
 * Takes an advisory lock on a connection of its own and holds it until released, or until the connection breaks.
 * @throws Error when PostgreSQL cannot be reached
 */
export async function holdLock(url: string, name: string): Promise<HeldLock> {
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

/** Holds an advisory lock until released: when its connection breaks it is taken anew on another one. */
export function keepLock(url: string, name: string): Pick<HeldLock, 'release'> {
  let held: HeldLock | undefined
  let isReleased = false
  const keep = async () => {
    while (!isReleased) {
      try {
        held = await holdLock(url, name)
        if (isReleased) await held.release()
        await held.lost
      } catch {
        // PostgreSQL is away: so are all locks.
      }
      if (!isReleased) await wait(retakeAfterMs, undefined, { ref: false })
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
