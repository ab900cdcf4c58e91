import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'

/** A read-only replica of the database. */
export type Replica = {
  /**
   * Whether the replica has replayed all that was committed until now, so that a read from it sees what the caller has just written
   * on any node. Waits a moment for it.
   */
  isCurrent: () => Promise<boolean>
}

/** How long a read waits for the replica, in total. */
const patienceMs = 250
const pollEveryMs = 10
/** How long a replica that failed or did not answer is not asked again. */
const pauseMs = 5_000

const replayedQuery = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isReplayed"`

/** Watches a replica. @param primary pool whose server accepts writes @param replica pool of the replica */
export function createReplica(primary: Pool, replica: Pool): Replica {
  let pausedUntilMs = 0

  /** Destroys the connection after the limit, so that a replica that was cut off does not keep it. */
  async function isReplayed(lsn: string, limitMs: number): Promise<boolean> {
    const client = await replica.connect()
    const timer = setTimeout(() => client.connection.stream.destroy(), limitMs)
    try {
      const { rows } = await client.query<{ isReplayed: boolean | null }>(replayedQuery, [lsn])
      return rows[0]?.isReplayed === true
    } finally {
      clearTimeout(timer)
      client.release()
    }
  }

  async function ask(): Promise<boolean> {
    const { rows } = await primary.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
    const endMs = performance.now() + patienceMs
    for (;;) {
      const leftMs = endMs - performance.now()
      if (leftMs <= 0) return false
      if (await isReplayed(rows[0]!.lsn, leftMs + pollEveryMs)) return true
      await wait(pollEveryMs)
    }
  }

  return {
    isCurrent: async () => {
      if (performance.now() < pausedUntilMs) return false
      try {
        return await ask()
      } catch {
        pausedUntilMs = performance.now() + pauseMs
        return false
      }
    },
  }
}
