import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import type { Db, Tx } from '../db/database.ts'
import { failUntil } from './fail.ts'

/** A limit on attempts: at most `max` of a subject within a fixed window. */
export type AttemptLimit = { windowSeconds: number; max: number }

/**
 * Counts one attempt of a subject (`login:account:…`, `register:address:…`), shared by all nodes. Run it in
 * `call.apart`, or the refusal of the call takes the count back.
 * @returns the count in this window, this attempt included, and the seconds until the window ends
 */
export async function addAttempt(
  db: Db | Tx,
  subject: string,
  windowSeconds: number,
  now: Date,
): Promise<{ count: number; secondsLeft: number }> {
  const { start, secondsLeft } = windowOf(windowSeconds, now)
  const row = await db
    .insertInto('attempt_count')
    .values({ subject, window_start: start, count: 1 })
    .onConflict((oc) =>
      oc.columns(['subject', 'window_start']).doUpdateSet({ count: sql<number>`attempt_count.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return { count: row.count, secondsLeft }
}

/** Attempts of a subject in this window, counting none. */
export async function readAttempts(
  db: Db | Tx,
  subject: string,
  windowSeconds: number,
  now: Date,
): Promise<{ count: number; secondsLeft: number }> {
  const { start, secondsLeft } = windowOf(windowSeconds, now)
  const row = await db
    .selectFrom('attempt_count')
    .select('count')
    .where('subject', '=', subject)
    .where('window_start', '=', start.toISOString())
    .executeTakeFirst()
  return { count: row?.count ?? 0, secondsLeft }
}

/**
 * Counts an attempt and refuses beyond the limit, with Retry-After.
 * @throws request.too_many
 */
export async function countAttempt(
  db: Db | Tx,
  subject: string,
  limit: AttemptLimit,
  now: Date,
): Promise<void> {
  const { count, secondsLeft } = await addAttempt(db, subject, limit.windowSeconds, now)
  if (count > limit.max) failUntil('request.too_many', secondsLeft)
}

/**
 * Whom attempts from an internet address are counted for: `login:address:203.0.113.7`. Of IPv6 it is the /64, since one
 * line has as many addresses in it as it likes; IPv4 written as IPv6 is IPv4.
 * @param what the attempts: `login`
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

function windowOf(windowSeconds: number, now: Date): { start: Date; secondsLeft: number } {
  const windowMs = windowSeconds * 1000
  const startMs = Math.floor(now.getTime() / windowMs) * windowMs
  return { start: new Date(startMs), secondsLeft: Math.ceil((startMs + windowMs - now.getTime()) / 1000) }
}
