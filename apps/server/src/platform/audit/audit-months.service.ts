import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db, Tx } from '../db/database.ts'
import { codeOf } from '../error-code.ts'

/** Whole months after the present one that always have partitions. */
const monthsAhead = 2
const attemptsMax = 20
/** A lock that was not available, and a deadlock. */
const retriedCodes = new Set(['55P03', '40P01'])

/**
 * Creates the missing partitions of the audit log up to two months after the present one (decision 0085). Nodes may call it
 * concurrently. Rows of a month without a partition are in the last partition until then, so no insert ever fails.
 * A partition has one, three or twelve months, depending on how much the log grows.
 * @returns the first days of the created partitions, such as `2027-02-01`
 * @throws the error of PostgreSQL if a lock was not available 20 times, each time for 0.2 seconds
 */
export async function createAuditMonths(
  { db }: Pick<Database, 'db'>,
  ahead = monthsAhead,
): Promise<string[]> {
  const created: string[] = []
  for (;;) {
    const month = await retry(() => createMonth(db, ahead))
    if (month === null) break
    created.push(month)
  }
  if (created.length > 0) await sql`select analyze_audit()`.execute(db)
  return created
}

async function createMonth(db: Db, ahead: number): Promise<string | null> {
  const { rows } = await sql<{ month: string | null }>`
    select create_audit_months(${sql.lit(ahead)})::text as month`.execute(db)
  return rows[0]?.month ?? null
}

async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attemptsMax || !retriedCodes.has(codeOf(error) ?? '')) throw error
      await wait(Math.random() * 100 * attempt)
    }
  }
}

/** Returns how many whole months after the present one have partitions. It is negative if the present month has none. */
export async function countMonthsAhead(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ months: number }>`
    select (extract(year from a) * 12 + extract(month from a))::int as months
    from (select age(max(until) at time zone 'utc', date_trunc('month', now() at time zone 'utc')) as a from audit_months()) m`.execute(
    db,
  )
  return (rows[0]?.months ?? 0) - 1
}
