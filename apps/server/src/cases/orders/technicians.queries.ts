import { assignStatuses, type OrderStatus, type Technician } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'

/** An order that a laboratory is about to assign. */
export type AssignedOrder = {
  id: string
  number: string
  status: OrderStatus
  clinicId: string
  technicianId: string | null
}

/** Returns the active members of a laboratory, by name. */
export async function listActiveMembers(tx: Tx, labId: string): Promise<Technician[]> {
  const { rows } = await sql<Technician>`select id, name from account
    where organization_id = ${labId} and membership = 'active' and disabled_at is null and deleted_at is null
    order by lower(name), id`.execute(tx)
  return rows
}

/** Locks and returns the orders of a laboratory among these ids, except those that it has lost. */
export async function lockOrdersOfLab(
  tx: Tx,
  labId: string,
  ids: readonly string[],
): Promise<AssignedOrder[]> {
  const { rows } = await sql<AssignedOrder>`select id, number, status, clinic_id as "clinicId",
      technician_id as "technicianId"
    from orders where id = any(${[...ids]}::uuid[]) and lab_id = ${labId} and discarded_at is null
    order by id for no key update`.execute(tx)
  return rows
}

/** The account of a technician. `telephone` is null if they want no SMS. */
export type TechnicianAccount = {
  name: string
  email: string
  language: string
  telephone: string | null
  wantsMail: boolean
}

/**
 * Locks an active member, so that nobody disables them before the transaction ends.
 * @returns undefined if the account is no active member of the laboratory
 */
export async function lockActiveMember(
  tx: Tx,
  labId: string,
  id: string,
): Promise<TechnicianAccount | undefined> {
  const { rows } = await sql<TechnicianAccount>`
    select name, email, language, case when accepts_order_sms then telephone end as telephone,
      accepts_order_email and email_verified_at is not null as "wantsMail" from account
    where id = ${id} and organization_id = ${labId} and membership = 'active' and disabled_at is null
      and deleted_at is null for no key update`.execute(tx)
  return rows[0]
}

/** The author of an assignment. */
export type Assigner = { accountId: string; accountName: string; labId: string; labName: string }

/**
 * Sets the technician of orders, and adds a timeline entry to each. Version, updater and time of the last change stay, because
 * the clinic sees them (rules §16).
 */
export async function updateTechnician(
  tx: Tx,
  by: Assigner,
  ids: readonly string[],
  technicianId: string | null,
): Promise<void> {
  const events = ids.map((orderId) => ({ id: newId(), orderId }))
  await sql`with assigned as (
      update orders set technician_id = ${technicianId} where id = any(${[...ids]}::uuid[])
        and status = any(${[...assignStatuses]}::text[]) returning id, status
    )
    insert into order_event (id, order_id, at, kind, from_status, to_status, account_id, account_name, organization_id,
      organization_name, lab_id, technician_id)
    select e.id, a.id, clock_timestamp(), 'assign', a.status, a.status, ${by.accountId}::uuid, ${by.accountName},
      ${by.labId}::uuid, ${by.labName}, ${by.labId}::uuid, ${technicianId}::uuid
    from assigned a join jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as e (id uuid, "orderId" uuid)
      on e."orderId" = a.id`.execute(tx)
}
