import { limits, type RouteReply, type Routes } from '@pontic/contract'
import { sql } from 'kysely'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import type { StoredUpload } from '../../platform/storage/storage.ts'
import { sideOf, visibleTo } from '../access/order-side.shared.ts'
import { digestOf } from './running-digests.ts'

type Unfinished = RouteReply<Routes['files.listUnfinished']>['list'][number]
type Head = RouteReply<Routes['files.listHeads']>['list'][number]

/**
 * Returns the orders in which the caller's organization has files that are not verified yet, the newest upload first, at most
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
      (count(*) filter (where f.state in ('announced', 'uploading', 'received')))::int as "filesUnfinished",
      count(*)::int as "filesTotal",
      bool_or(f.account_id = ${scope.account.id}::uuid) filter (where f.state in ('announced', 'uploading', 'received')) as "isOwn",
      greatest(extract(epoch from clock_timestamp()
        - max(greatest(f.created_at, f.progressed_at, f.verified_at))), 0)::int as "quietSeconds"
    from (
      select distinct order_id from order_file
      where organization_id = ${organizationId}::uuid and state in ('announced', 'uploading', 'received') and removed_at is null
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

/**
 * Returns the digests of the first bytes of the organization's unfinished files in an order, so that a browser can check whether a
 * chosen file is the one whose upload has stopped. Files without bytes are left out.
 */
export async function listHeads(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  orderId: string,
): Promise<{ list: Head[] }> {
  const { rows } = await sql<StoredUpload & { headBytes: number }>`
    select f.id, f.size_bytes as "sizeBytes", f.received_bytes as "receivedBytes", f.upload_parts as parts,
      least(f.received_bytes, ${limits.uploadHeadBytes})::int as "headBytes"
    from order_file f join orders o on o.id = f.order_id
    where f.order_id = ${orderId}::uuid and f.organization_id = ${scope.organization.id}::uuid and f.removed_at is null
      and f.state in ('announced', 'uploading', 'received') and f.received_bytes > 0 and ${visibleTo(sideOf(scope))}
    order by f.id`.execute(tx)
  const list: Head[] = []
  for (const { headBytes: sizeBytes, ...upload } of rows) {
    const source = await services.storage.openUpload(upload, { start: 0, end: sizeBytes - 1 })
    const { hash } = await digestOf(source)
    list.push({ fileId: upload.id, sizeBytes, sha256: hash.digest('hex') })
  }
  return { list }
}
