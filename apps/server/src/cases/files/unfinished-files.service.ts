import { limits, type RouteReply, type Routes } from '@pontic/contract'
import { sql } from 'kysely'
import type { ReadCall } from '../../platform/http/handlers.ts'
import { sideOf, visibleTo } from '../access/order-side.shared.ts'

type Unfinished = RouteReply<Routes['files.listUnfinished']>['list'][number]

/**
 * Returns the orders in which the caller's organization has files whose bytes are not complete, the newest upload first, at most
 * `limits.unfinishedUploadsMax`. Orders that the organization no longer sees are left out.
 * @param orderId returns only this order
 */
export async function listUnfinished(
  { tx, scope }: ReadCall<'scope'>,
  orderId: string | undefined,
): Promise<{ list: Unfinished[] }> {
  const organizationId = scope.organization.id
  const { rows } = await sql<Unfinished>`
    select o.id as "orderId", o.number, o.patient_name as "patientName",
      (count(*) filter (where f.state in ('announced', 'uploading')))::int as "filesUnfinished",
      count(*)::int as "filesTotal",
      bool_or(f.account_id = ${scope.account.id}::uuid) filter (where f.state in ('announced', 'uploading')) as "isOwn",
      greatest(extract(epoch from clock_timestamp()
        - max(greatest(f.created_at, f.progressed_at, f.verified_at))), 0)::int as "quietSeconds"
    from (
      select distinct order_id from order_file
      where organization_id = ${organizationId}::uuid and state in ('announced', 'uploading') and removed_at is null
        ${orderId === undefined ? sql`` : sql`and order_id = ${orderId}::uuid`}
    ) open
    join orders o on o.id = open.order_id
    join order_file f on f.order_id = o.id and f.organization_id = ${organizationId}::uuid
      and f.removed_at is null and f.state <> 'refused'
    where ${visibleTo(sideOf(scope))} and o.discarded_at is null
    group by o.id
    order by max(f.id::text) desc
    limit ${limits.unfinishedUploadsMax}`.execute(tx)
  return { list: rows }
}
