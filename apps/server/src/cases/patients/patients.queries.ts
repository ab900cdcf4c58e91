import type { FoundPatient, HeldCase, LabHolding, OrderStatus, OrderType } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { patientCondition } from '../orders/order-search.shared.ts'

/**
 * Returns patients of the caller's clinic whose names contain all words, sorted by name. Leaves out erased orders.
 */
export async function listPatientRows(
  db: Db | Tx,
  scope: Scope,
  words: string,
  rowsMax: number,
): Promise<FoundPatient[]> {
  const isFound = patientCondition(words, scope.organization.id)
  if (isFound === undefined) return []
  const { rows } = await sql<FoundPatient>`
    select min(o.patient_name) as name, count(*) as cases, min(o.created_at) as "firstAt", max(o.created_at) as "lastAt"
    from orders o
    where o.clinic_id = ${scope.organization.id}::uuid and o.erased_at is null and ${isFound}
    group by lower(o.patient_name) order by lower(o.patient_name) limit ${rowsMax}`.execute(db)
  return rows
}

/** An order of a patient with the amount of data stored about it. `labId` is not sent to the reader. */
export type PatientOrderRow = Omit<HeldCase, 'type' | 'status'> & {
  type: OrderType
  status: OrderStatus
  labId: string | null
}

const holding = sql<LabHolding>`case when o.lab_id is not null and o.discarded_at is null then 'case'
  when w.lab_id is not null then 'row' else 'none' end`

/**
 * Returns the orders of a patient in the caller's clinic that are not erased, newest first. `labId` is the laboratory
 * that has the order now or had it last.
 */
export async function listPatientOrders(
  db: Db | Tx,
  scope: Scope,
  name: string,
  rowsMax: number,
): Promise<PatientOrderRow[]> {
  const isWanted = sql<boolean>`lower(o.patient_name) = lower(${name})`
  return await readPatientOrders(db, scope.organization.id, isWanted, rowsMax)
}

/** Returns the orders of a clinic with these ids that are not erased, for erasures that the server proposes. */
export async function listPatientOrdersByIds(
  db: Db | Tx,
  clinicId: string,
  ids: readonly string[],
): Promise<PatientOrderRow[]> {
  return await readPatientOrders(db, clinicId, sql<boolean>`o.id = any(${[...ids]}::uuid[])`, ids.length)
}

async function readPatientOrders(
  db: Db | Tx,
  clinicId: string,
  isWanted: RawBuilder<boolean>,
  rowsMax: number,
): Promise<PatientOrderRow[]> {
  const { rows } = await sql<PatientOrderRow>`
    select o.id, o.number, o.type, o.status, o.doctor, o.created_at as "createdAt",
      o.discarded_at is not null as "isDiscarded",
      (select count(*) from order_file f where f.order_id = o.id and f.removed_at is null) as files,
      (select coalesce(sum(f.size_bytes), 0)::bigint from order_file f
        where f.order_id = o.id and f.removed_at is null) as "sizeBytes",
      (select count(*) from order_message m where m.order_id = o.id) as messages,
      (select count(*) from order_share_address s where s.order_id = o.id) as shares,
      ${holding} as "labHolding", coalesce(o.lab_id, w.lab_id) as "labId", l.name as "labName",
      (select count(*) from push_delivery d where d.order_id = o.id and d.state = 'delivered'
          and d.organization_id <> o.clinic_id)
        + (select count(*) from audit_concern c
          join lateral (select * from audit a where a.id = c.audit_id and a.at = c.at limit 1) a on true
        where c.concerned_id = o.id and a.action in ('files.download', 'files.downloadCase')
          and a.organization_id <> o.clinic_id) as downloads,
      (select e.id from erasure_order eo join erasure e on e.id = eo.erasure_id
        where eo.order_id = o.id and e.done_at is null and e.undone_at is null limit 1) as "erasureId"
    from orders o
      left join lateral (select lab_id from order_withdrawal
        where order_id = o.id order by withdrawn_at desc limit 1) w on true
      left join organization l on l.id = coalesce(o.lab_id, w.lab_id)
    where o.clinic_id = ${clinicId}::uuid and o.erased_at is null and ${isWanted}
    order by o.created_at desc, o.id desc limit ${rowsMax}`.execute(db)
  return rows
}
