import { type BusinessType, limits, type PartnershipStatus, partnerTypeOf } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import {
  searchByWords,
  searchTermsOf,
  setSearchThreshold,
} from '../../people/organizations/organization-search.shared.ts'
import type { Tx } from '../../platform/db/database.ts'
import { escapeLike } from '../../platform/db/text-search.ts'
import type { PageWindow } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** An organization with its relation to the caller's organization. */
export type PartnerRow = {
  organization_id: string
  name: string
  business_type: BusinessType
  address: string
  logo_image_id: string | null
  status: Exclude<PartnershipStatus, 'none'> | null
  requested_by: string | null
  message: string | null
  requested_at: string | null
  decided_at: string | null
  /** The name in lower case by PostgreSQL, which is the sort key of the list. */
  sort_name: string
}

/** The relation between two organizations. */
export type PairRow = { status: Exclude<PartnershipStatus, 'none'>; requested_by: string }

/** The other organization of an action, with the fields that the action checks. */
export type OtherOrganization = {
  id: string
  name: string
  business_type: BusinessType
  auto_accepts_partners: boolean
  banned_at: string | null
}

const pairOf = (one: string, two: string) => (one < two ? { low: one, high: two } : { low: two, high: one })

/** The columns of a {@link PartnerRow}: `o` is the other organization, `p` the partnership between the two. */
export const partnerColumns = sql`o.id as organization_id, o.name, o.business_type, o.address, o.logo_image_id, lower(o.name) as sort_name,
  p.status, p.requested_by, p.message, p.requested_at, p.decided_at`

/** Left-joins the partnership between `o` and the caller's organization as `p`. */
export const joinPair = (own: string) =>
  sql`left join partnership p on p.low_id = least(o.id, ${own}::uuid) and p.high_id = greatest(o.id, ${own}::uuid)`

const ownPairs = (own: string) =>
  sql`from partnership p
    join organization o on o.id = case when p.low_id = ${own}::uuid then p.high_id else p.low_id end
    where (p.low_id = ${own}::uuid or p.high_id = ${own}::uuid) and o.deleted_at is null`

/**
 * Returns organizations of the other type whose name or address resembles the words, best match first, at most 20.
 * Leaves out banned, unverified and deleted organizations (rules §8).
 */
export async function searchPartners(tx: Tx, scope: Scope, words: string): Promise<PartnerRow[]> {
  const type = partnerTypeOf(scope.organization.businessType)
  const terms = searchTermsOf(words)
  if (type === undefined || terms.length === 0) return []
  await setSearchThreshold(tx)
  const { words: ownWords, isCandidate, score, scoreMin } = searchByWords(terms)
  const { rows } = await sql<PartnerRow>`
    with ${ownWords}
    select * from (
      select ${partnerColumns}, ${score} as score
      from organization o ${joinPair(scope.organization.id)} cross join words
      where o.business_type = ${type} and o.verified_at is not null and o.banned_at is null
        and o.deleted_at is null and o.id <> ${scope.organization.id}::uuid and ${isCandidate}
    ) found
    where score >= ${scoreMin}
    order by score desc, name, organization_id limit ${limits.partnerSearchResultMax}`.execute(tx)
  return rows
}

/** Returns the other organization of an action; undefined if it is missing, unverified or deleted. */
export function findOther(tx: Tx, id: string): Promise<OtherOrganization | undefined> {
  return tx
    .selectFrom('organization')
    .select(['id', 'name', 'business_type', 'auto_accepts_partners', 'banned_at'])
    .where('id', '=', id)
    .where('verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .$castTo<OtherOrganization>()
    .executeTakeFirst()
}

/** Returns an organization with its current relation to the caller's organization. */
export async function findPartner(tx: Tx, scope: Scope, id: string): Promise<PartnerRow | undefined> {
  const { rows } = await sql<PartnerRow>`select ${partnerColumns}
    from organization o ${joinPair(scope.organization.id)} where o.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Locks and returns the relation between two organizations; undefined if there is none. */
export function lockPair(tx: Tx, one: string, two: string): Promise<PairRow | undefined> {
  const { low, high } = pairOf(one, two)
  return tx
    .selectFrom('partnership')
    .select(['status', 'requested_by'])
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .forUpdate()
    .$castTo<PairRow>()
    .executeTakeFirst()
}

/**
 * Inserts an application, after waiting for a simultaneous one of the same pair.
 * @returns false if the pair already has an application or partnership
 */
export async function createApplication(
  tx: Tx,
  application: { from: string; to: string; message: string; now: Date },
): Promise<boolean> {
  const { low, high } = pairOf(application.from, application.to)
  const row = await tx
    .insertInto('partnership')
    .values({
      low_id: low,
      high_id: high,
      status: 'requested',
      requested_by: application.from,
      message: application.message,
      requested_at: application.now,
    })
    .onConflict((oc) => oc.columns(['low_id', 'high_id']).doNothing())
    .returning('status')
    .executeTakeFirst()
  return row !== undefined
}

/** Turns an application into a partnership. */
export async function updatePairToPartner(tx: Tx, one: string, two: string, now: Date): Promise<void> {
  const { low, high } = pairOf(one, two)
  await tx
    .updateTable('partnership')
    .set({ status: 'partner', decided_at: now })
    .where('low_id', '=', low)
    .where('high_id', '=', high)
    .execute()
}

/** Deletes the application or partnership between two organizations. */
export async function deletePair(tx: Tx, one: string, two: string): Promise<void> {
  const { low, high } = pairOf(one, two)
  await tx.deleteFrom('partnership').where('low_id', '=', low).where('high_id', '=', high).execute()
}

/** One page of a list, with the total. */
export type PartnerPage = { rows: PartnerRow[]; total: number }

/** Returns one page of open applications, sent and received, newest first. */
export async function listRequested(tx: Tx, scope: Scope, page: PageWindow): Promise<PartnerPage> {
  const base = sql`${ownPairs(scope.organization.id)} and p.status = 'requested'`
  const after = page.cursor
    ? sql`and (p.requested_at, o.id) < (${page.cursor.key}::timestamptz, ${page.cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<PartnerRow>`select ${partnerColumns} ${base} ${after}
    order by p.requested_at desc, o.id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return { rows, total: await countRows(tx, base) }
}

/** Returns one page of partners, sorted by name. @param words filters by name and address */
export async function listPartnerRows(
  tx: Tx,
  scope: Scope,
  words: string,
  page: PageWindow,
): Promise<PartnerPage> {
  const patterns = searchTermsOf(words).map((term) => `%${escapeLike(term)}%`)
  const base = sql`${ownPairs(scope.organization.id)} and p.status = 'partner'
    and o.search_text like all (${patterns}::text[])`
  const after = page.cursor
    ? sql`and (lower(o.name), o.id) > (${page.cursor.key}, ${page.cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<PartnerRow>`select ${partnerColumns} ${base} ${after}
    order by lower(o.name), o.id limit ${page.limit} offset ${page.offset}`.execute(tx)
  return { rows, total: await countRows(tx, base) }
}

async function countRows(tx: Tx, base: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${base}`.execute(tx)
  return rows[0]?.total ?? 0
}

/** Returns all partners that are not banned, sorted by name. */
export async function listOptionRows(
  tx: Tx,
  scope: Scope,
): Promise<{ organization_id: string; name: string; business_type: BusinessType }[]> {
  const { rows } = await sql<{ organization_id: string; name: string; business_type: BusinessType }>`
    select o.id as organization_id, o.name, o.business_type ${ownPairs(scope.organization.id)}
      and p.status = 'partner' and o.banned_at is null
    order by lower(o.name), o.id`.execute(tx)
  return rows
}
