import { limits, type PreviewView } from '@pontic/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { FileReader } from '../access/file-access.service.ts'

/** A row of `preview_link`. */
export type PreviewLinkRow = Selectable<Tables['preview_link']>

/** A valid link with the number of its order. `reader` says which files the link's creator may read. */
export type ValidLink = { link: PreviewLinkRow; number: string; reader: FileReader }

/**
 * Returns a valid link. A link is valid if it is neither expired nor revoked, its creator is active, its
 * order is not discarded, and the creator's organization is neither banned nor deleted and still a party to
 * the order.
 * @returns undefined if the link is invalid or missing
 */
export async function findValidLink(db: Db | Tx, linkId: string, now: Date): Promise<ValidLink | undefined> {
  const row = await db
    .selectFrom('preview_link as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .innerJoin('organization as g', 'g.id', 'p.organization_id')
    .innerJoin('account as a', 'a.id', 'p.created_by')
    .selectAll('p')
    .select(['o.number', 'o.clinic_id'])
    .where('p.id', '=', linkId)
    .where('p.revoked_at', 'is', null)
    .where('p.expires_at', '>', now.toISOString())
    .where('o.discarded_at', 'is', null)
    .where((on) => on.or([on('o.clinic_id', '=', on.ref('g.id')), on('o.lab_id', '=', on.ref('g.id'))]))
    .where('g.banned_at', 'is', null)
    .where('g.deleted_at', 'is', null)
    .where('a.disabled_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { number, clinic_id: clinicId, ...link } = row
  const organizationId = link.organization_id
  // The holder of a link may read the same files as its creator.
  const reader: FileReader = organizationId === clinicId ? { party: 'all' } : { party: 'lab', organizationId }
  return { link, number, reader }
}

/** Whether a link was revoked before its expiry. */
export async function isLinkRevoked(db: Db | Tx, linkId: string): Promise<boolean> {
  const row = await db
    .selectFrom('preview_link')
    .select('id')
    .where('id', '=', linkId)
    .where('revoked_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** A link of an order with the names of its creator and the creator's organization. */
export type LinkWithCreator = PreviewLinkRow & { maker_name: string; organization_name: string }

/**
 * Returns the newest links of an order, newest first, whose organizations are still a party to the order.
 * @param organizationId only links of this organization; undefined for all
 */
export const listLinkRows = (
  db: Db | Tx,
  orderId: string,
  organizationId: string | undefined,
): Promise<LinkWithCreator[]> =>
  linksOf(db, orderId, organizationId)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limits.previewLinksListed)
    .execute()

/** Returns whether `listLinkRows` without its limit would return a link. */
export const hasLink = async (
  db: Db | Tx,
  orderId: string,
  organizationId: string | undefined,
  linkId: string,
): Promise<boolean> =>
  (await linksOf(db, orderId, organizationId).where('p.id', '=', linkId).executeTakeFirst()) !== undefined

function linksOf(db: Db | Tx, orderId: string, organizationId: string | undefined) {
  const links = db
    .selectFrom('preview_link as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .innerJoin('organization as g', 'g.id', 'p.organization_id')
    .innerJoin('account as a', 'a.id', 'p.created_by')
    .selectAll('p')
    .select(['a.name as maker_name', 'g.name as organization_name'])
    .where('p.order_id', '=', orderId)
    .where((on) => on.or([on('o.clinic_id', '=', on.ref('g.id')), on('o.lab_id', '=', on.ref('g.id'))]))
  return organizationId === undefined ? links : links.where('p.organization_id', '=', organizationId)
}

/** Returns the latest views of each link, newest first, in a map by link id. */
export async function listViews(
  db: Db | Tx,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, PreviewView[]>> {
  if (linkIds.length === 0) return new Map()
  const { rows } = await sql<{
    link_id: string
    viewed_at: string
    network: string
    browser: string
    system: string
  }>`
    select v.link_id, v.viewed_at, v.network, v.browser, v.system
    from unnest(${linkIds}::uuid[]) l (id), lateral (
      select * from preview_link_view where link_id = l.id order by id desc limit ${limits.previewViewsListed}
    ) v
    order by v.id desc`.execute(db)
  const views = new Map<string, PreviewView[]>()
  for (const { link_id: linkId, viewed_at: at, network, browser, system } of rows) {
    const ofLink = views.get(linkId) ?? []
    ofLink.push({ at: new Date(at).toISOString(), network, browser, system })
    views.set(linkId, ofLink)
  }
  return views
}

/** Counts a view of a link and stores its time, network and device. */
export async function addView(tx: Tx, linkId: string, view: PreviewView): Promise<void> {
  const { at, ...from } = view
  await tx
    .updateTable('preview_link')
    .set({ views: sql<number>`views + 1` })
    .where('id', '=', linkId)
    .execute()
  await tx
    .insertInto('preview_link_view')
    .values({ link_id: linkId, viewed_at: at, ...from })
    .execute()
}
