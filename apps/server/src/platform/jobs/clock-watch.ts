import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

const wrongMs = 5 * 60_000
const distrustMs = 60 * 60_000
const lookEveryMs = 10_000

/** Watches the clock of a node. */
export type ClockWatch = {
  /** Returns why the clock must not decide what is deleted, or undefined. */
  findDoubt: () => Promise<string | undefined>
  close: () => void
}

/**
 * Watches the clock of a node, because scheduled jobs delete what is older than some days. The clock is doubtful while it differs by
 * more than five minutes from that of PostgreSQL, and for an hour after it has jumped by more than that. The hour gives the system
 * time to correct it, also when node and PostgreSQL share one clock.
 * @param now reads the clock in milliseconds; `elapsed` never jumps
 */
export function watchClock(
  { db }: Database,
  { now, elapsed }: { now: () => number; elapsed: () => number } = {
    now: Date.now,
    elapsed: () => performance.now(),
  },
): ClockWatch {
  let offsetMs = now() - elapsed()
  let jumpedAtMs = Number.NEGATIVE_INFINITY
  const look = () => {
    const nowOffsetMs = now() - elapsed()
    if (Math.abs(nowOffsetMs - offsetMs) > wrongMs) jumpedAtMs = elapsed()
    offsetMs = nowOffsetMs
  }
  const timer = setInterval(look, lookEveryMs).unref()
  return {
    findDoubt: async () => {
      look()
      if (elapsed() - jumpedAtMs < distrustMs) return 'The clock has jumped within the last hour.'
      const { rows } = await sql<{ ms: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
      const differenceMs = Math.abs(now() - (rows[0]?.ms ?? 0))
      return differenceMs > wrongMs ? 'The clock differs from that of the database.' : undefined
    },
    close: () => clearInterval(timer),
  }
}
