import { isIPv6 } from 'node:net'
import { type ErrorKey, limits } from '@pontic/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { failWithRetryAfter } from './fail.ts'

/** A limit on the attempts of a subject: at most `max` within any `windowSeconds`. */
export type AttemptLimit = { windowSeconds: number; max: number }

/** Length of the 15-minute window over which sign-in failures and some other attempts are counted. */
export const failureWindowSeconds = limits.failureWindowMinutes * 60

/** A subject whose attempts are counted (`login:account:…`, `register:address:…`), and its limit. */
export type SubjectLimit = AttemptLimit & { subject: string }

/**
 * `count` is the number of attempts in the window, including this one if it was recorded. `waitSeconds` is 0
 * if this attempt was recorded, otherwise the number of seconds until the next attempt can be recorded.
 */
export type RecordedAttempt = { count: number; waitSeconds: number }

/**
 * Records an attempt of a subject unless its limit is reached. A refused attempt is not recorded, so that repeating it does not
 * lengthen the wait. Nodes share the count, and concurrent attempts of one subject wait for each other. Run it in
 * `call.inOwnTransaction`; otherwise a refusal of the call rolls the attempt back.
 */
export async function recordAttempt(
  db: Db | Tx,
  subject: string,
  { windowSeconds, max }: AttemptLimit,
  now: Date,
): Promise<RecordedAttempt> {
  const from = startOf(windowSeconds, now)
  const expiresAt = new Date(now.getTime() + windowSeconds * 1000)
  // Another attempt is admitted when the `max`th newest attempt leaves the window.
  const { rows } = await sql<{ count: number; was_admitted: boolean; wait: number | null }>`
    insert into attempt (subject, times, was_admitted, expires_at)
    values (${subject}, array[${now}::timestamptz], true, ${expiresAt})
    on conflict (subject) do update set (times, was_admitted, expires_at) = (
      select case when cardinality(live.times) < ${max} then live.times || excluded.times else live.times end,
        cardinality(live.times) < ${max}, greatest(attempt.expires_at, excluded.expires_at)
      from (select array(select at from unnest(attempt.times) at where at > ${from} order by at)) live (times))
    returning cardinality(times) as count, was_admitted,
      ceil(extract(epoch from times[cardinality(times) - ${max} + 1] - ${from}::timestamptz))::int as wait`.execute(
    db,
  )
  const row = rows[0]!
  return { count: row.count, waitSeconds: row.was_admitted ? 0 : Math.max(row.wait ?? 0, 1) }
}

/**
 * Records an attempt for each of several subjects, or for none of them if one is at its limit.
 * @returns the count of each subject as in `recordAttempt`, and the longest wait
 */
export async function recordAttempts(
  tx: Tx,
  subjects: readonly SubjectLimit[],
  now: Date,
): Promise<{ counts: number[]; waitSeconds: number }> {
  const recorded: RecordedAttempt[] = []
  for (const { subject, ...limit } of subjects) recorded.push(await recordAttempt(tx, subject, limit, now))
  const waitSeconds = Math.max(...recorded.map((one) => one.waitSeconds))
  if (waitSeconds > 0) {
    const admitted = subjects.filter((_, index) => recorded[index]!.waitSeconds === 0)
    for (const { subject } of admitted) await deleteAttempt(tx, subject, now)
  }
  return { counts: recorded.map((one) => one.count), waitSeconds }
}

/** Counts the attempts of a subject within the window, without recording one. */
export async function countAttempts(
  db: Db | Tx,
  subject: string,
  windowSeconds: number,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from attempt, unnest(times) at
    where subject = ${subject} and at > ${startOf(windowSeconds, now)}`.execute(db)
  return rows[0]!.count
}

/** Removes one attempt that was recorded at `at`. */
export async function deleteAttempt(db: Db | Tx, subject: string, at: Date): Promise<void> {
  await sql`
    update attempt set times = times[:array_position(times, ${at}::timestamptz) - 1]
      || times[array_position(times, ${at}::timestamptz) + 1:]
    where subject = ${subject} and ${at}::timestamptz = any(times)`.execute(db)
}

/** Removes all attempts of a subject. */
export async function deleteAttempts(db: Db | Tx, subject: string): Promise<void> {
  await db.deleteFrom('attempt').where('subject', '=', subject).execute()
}

/** Records an attempt. @throws `key` with Retry-After if the limit is reached */
export async function recordAttemptOrFail(
  db: Db | Tx,
  subject: string,
  limit: AttemptLimit,
  now: Date,
  key: ErrorKey = 'request.too_many',
): Promise<void> {
  const { waitSeconds } = await recordAttempt(db, subject, limit, now)
  if (waitSeconds > 0) failWithRetryAfter(key, waitSeconds)
}

/**
 * Returns the subject of attempts from an IP address: `login:address:203.0.113.7`. An IPv6 address counts as its /64
 * network, because one subscriber can use every address in it. IPv4-mapped IPv6 counts as IPv4.
 * @param what the kind of attempt, such as `login`
 */
export function addressSubject(what: string, address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return `${what}:address:${mapped ?? (isIPv6(address) ? networkOf(address) : address)}`
}

function networkOf(address: string): string {
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(Math.max(zeros, 0)).fill('0'), ...groups(tail)]
  const network = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

function startOf(windowSeconds: number, now: Date): Date {
  return new Date(now.getTime() - windowSeconds * 1000)
}
