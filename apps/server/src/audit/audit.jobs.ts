import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { JobHandlers } from '../jobs/job-table.ts'

const lockKey = 7_260_115

/** Jobs of the audit. */
export const auditJobs: JobHandlers<'audit'> = {
  'audit.seal': (_payload, { database, now }) => database.transaction((tx) => sealAudit(tx, now())),
}

/**
 * Seals the rows since the last seal: SHA-256 over the previous seal and each row as text, in the order of their ids.
 * Whoever changes or removes a sealed row breaks every later seal. Rows of the last minute wait, since transactions
 * that are still open may hold smaller ids.
 */
export async function sealAudit(tx: Tx, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
  const last = await tx
    .selectFrom('audit_seal')
    .select(['last_audit_id', 'sha256'])
    .orderBy('last_audit_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before = new Date(now.getTime() - 60_000)
  const rows = await readSealable(tx, last?.last_audit_id ?? 0, before)
  const end = rows.at(-1)
  if (end === undefined) return
  await tx
    .insertInto('audit_seal')
    .values({
      last_audit_id: end.id,
      sealed_at: now,
      rows: rows.length,
      sha256: hashRows(last?.sha256, rows),
    })
    .execute()
}

type AuditRow = { id: number; line: string }

async function readSealable(tx: Tx, afterId: number, before: Date): Promise<AuditRow[]> {
  // Only what lies before the first young row: ids and times of two transactions may cross.
  const { rows } = await sql<AuditRow>`
    select id, to_jsonb(a)::text as line from audit a
    where id > ${afterId} and id < coalesce(
      (select min(id) from audit where id > ${afterId} and at >= ${before}), 9223372036854775807)
    order by id limit 50000`.execute(tx)
  return rows
}

function hashRows(previous: Buffer | undefined, rows: readonly AuditRow[]): Buffer {
  const hash = createHash('sha256')
  if (previous) hash.update(previous)
  for (const row of rows) hash.update(`${row.line}\n`)
  return hash.digest()
}

/**
 * Checks all seals against the rows they cover.
 * @returns the first audit id range that was tampered with, or undefined
 */
export async function findBrokenSeal(tx: Tx): Promise<{ fromId: number; toId: number } | undefined> {
  const seals = await tx.selectFrom('audit_seal').selectAll().orderBy('last_audit_id').execute()
  let previous: (typeof seals)[number] | undefined
  for (const seal of seals) {
    const fromId = previous?.last_audit_id ?? 0
    const { rows } = await sql<AuditRow>`select id, to_jsonb(a)::text as line from audit a
      where id > ${fromId} and id <= ${seal.last_audit_id} order by id`.execute(tx)
    if (rows.length !== seal.rows || !hashRows(previous?.sha256, rows).equals(seal.sha256))
      return { fromId: fromId + 1, toId: seal.last_audit_id }
    previous = seal
  }
  return undefined
}
