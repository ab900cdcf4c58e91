import { createHash } from 'node:crypto'
import type { SealState } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Services } from '../services.ts'

const lockKey = 7_260_115
const youngMs = 60_000
const batchRows = 50_000
const sealsAPage = 500
const waitingMax = 100_000

/**
 * Seals at most 50,000 rows since the last seal: stores a SHA-256 of the previous seal and of each row as text, in order of
 * ids. To hide a change of a sealed row, an attacker would have to replace its seal and every later one. Rows of the last
 * minute are left for a later run. Rows since the start of the oldest open transaction are left too, because that transaction
 * may still insert rows with smaller ids.
 */
export async function sealAudit(tx: Tx, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
  const last = await tx
    .selectFrom('audit_seal')
    .select(['last_audit_id', 'sha256'])
    .orderBy('last_audit_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rows = await listSealable(tx, last?.last_audit_id ?? 0, await settledBefore(tx, now))
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

/**
 * Returns a time before which all rows are committed. Call it before the rows are listed. Otherwise the rows of a transaction
 * that commits in between could be missing from a sealed range.
 */
async function settledBefore(tx: Tx, now: Date): Promise<Date> {
  const { rows } = await sql<{ open: string | null }>`
    select min(xact_start) as open from pg_stat_activity
    where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`.execute(tx)
  const young = now.getTime() - youngMs
  const open = rows[0]?.open
  return new Date(open ? Math.min(young, new Date(open).getTime() - 1) : young)
}

type AuditRow = { id: number; line: string }

async function listSealable(tx: Tx, afterId: number, before: Date): Promise<AuditRow[]> {
  // Stops before the first row that is too recent, even if a later row is older: concurrent transactions can insert rows whose
  // times are not in the order of their ids, and a seal covers all rows up to its last id.
  const { rows } = await sql<AuditRow>`
    select id, to_jsonb(a)::text as line from audit a
    where id > ${afterId} and id < coalesce(
      (select min(id) from audit where id > ${afterId} and at >= ${before}), 9223372036854775807)
    order by id limit ${batchRows}`.execute(tx)
  return rows
}

function hashRows(previous: Buffer | undefined, rows: readonly AuditRow[]): Buffer {
  const hash = createHash('sha256')
  if (previous) hash.update(previous)
  for (const row of rows) hash.update(`${row.line}\n`)
  return hash.digest()
}

/** A range of audit ids whose rows do not match their seal, both ends included. */
export type BrokenRange = { fromId: number; toId: number }

type Seal = { last_audit_id: number; rows: number; sha256: Buffer }

/**
 * Checks all seals against the rows they cover. Reads the rows of several seals with one statement, because each statement looks into
 * the partition of every month.
 * @param db may be the pool, because sealed rows never change between two statements
 * @returns the first range of audit ids that was tampered with, or undefined
 */
export async function findBrokenSeal(db: Db | Tx): Promise<BrokenRange | undefined> {
  let previous: Seal | undefined
  for (;;) {
    const seals: Seal[] = await db
      .selectFrom('audit_seal')
      .select(['last_audit_id', 'rows', 'sha256'])
      .where('last_audit_id', '>', previous?.last_audit_id ?? 0)
      .orderBy('last_audit_id')
      .limit(sealsAPage)
      .execute()
    if (seals.length === 0) return undefined
    for (const group of groupSeals(seals)) {
      const broken = await findBrokenSealIn(db, previous, group)
      if (broken) return broken
      previous = group.at(-1)
    }
  }
}

/** Splits seals into groups that cover at most 50,000 rows each, or have one seal. */
function groupSeals(seals: readonly Seal[]): Seal[][] {
  const groups: Seal[][] = []
  let rows = batchRows
  for (const seal of seals) {
    rows += seal.rows
    if (rows > batchRows) {
      groups.push([])
      rows = seal.rows
    }
    groups.at(-1)?.push(seal)
  }
  return groups
}

async function findBrokenSealIn(
  db: Db | Tx,
  before: Seal | undefined,
  seals: readonly Seal[],
): Promise<BrokenRange | undefined> {
  const count = seals.reduce((sum, { rows }) => sum + rows, 0)
  // One row more than the seals cover: bounds memory, and is enough for the first seal with inserted rows to have too many.
  const { rows } = await sql<AuditRow>`select id, to_jsonb(a)::text as line from audit a
    where id > ${before?.last_audit_id ?? 0} and id <= ${seals.at(-1)?.last_audit_id ?? 0} order by id limit ${count + 1}`.execute(
    db,
  )
  let previous = before
  let start = 0
  for (const seal of seals) {
    let end = start
    while (end < rows.length && rows[end]!.id <= seal.last_audit_id) end++
    const covered = rows.slice(start, end)
    if (covered.length !== seal.rows || !hashRows(previous?.sha256, covered).equals(seal.sha256))
      return { fromId: (previous?.last_audit_id ?? 0) + 1, toId: seal.last_audit_id }
    previous = seal
    start = end
  }
  return undefined
}

/**
 * Checks the complete audit log and stores the result. Also writes the newest seal to the server log, outside
 * the database. That log reveals an attacker who replaces rows together with their seals. The check also
 * fails if the last row that an earlier check covered is no longer sealed, because this means that seals were
 * deleted.
 */
export async function checkSeals({ database, now, log }: Services): Promise<void> {
  const { db } = database
  const [last, earlier] = [await findLastSeal(db), await findLastCheck(db)]
  const end = last?.last_audit_id ?? 0
  const isTruncated = earlier !== undefined && earlier.checked_to > end
  const broken =
    (await findBrokenSeal(db)) ?? (isTruncated ? { fromId: end + 1, toId: earlier.checked_to } : undefined)
  await db
    .insertInto('audit_check')
    .values({
      id: newId(),
      checked_at: now(),
      checked_to: Math.max(end, earlier?.checked_to ?? 0),
      broken_from: broken?.fromId ?? null,
      broken_to: broken?.toId ?? null,
    })
    .execute()
  const seal = { sealedTo: end, sha256: last?.sha256.toString('hex') ?? null }
  if (broken) log.error({ ...seal, ...broken }, 'A seal of the audit log is broken.')
  else log.info(seal, 'All seals of the audit log are unbroken.')
}

const findLastSeal = (db: Db | Tx) =>
  db.selectFrom('audit_seal').selectAll().orderBy('last_audit_id', 'desc').limit(1).executeTakeFirst()

const findLastCheck = (db: Db | Tx) =>
  db
    .selectFrom('audit_check')
    .selectAll()
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Returns the id of the last sealed row, the time of its seal, the number of rows that are not sealed yet (at most
 * 100,000), and the result of the last check.
 */
export async function getSealState(db: Db | Tx): Promise<SealState> {
  const [seal, check] = [await findLastSeal(db), await findLastCheck(db)]
  const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from
    (select 1 from audit where id > ${seal?.last_audit_id ?? 0} limit ${waitingMax}) recent`.execute(db)
  const text = (id: number | null | undefined) => (id === null || id === undefined ? null : String(id))
  return {
    sealedTo: text(seal?.last_audit_id),
    sealedAt: seal?.sealed_at ?? null,
    waiting: rows[0]?.waiting ?? 0,
    checkedAt: check?.checked_at ?? null,
    checkedTo: text(check?.checked_to),
    brokenFrom: text(check?.broken_from),
    brokenTo: text(check?.broken_to),
  }
}
