import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { fail } from '../http/fail.ts'
import type { Scope } from '../http/scope.ts'
import type { Services } from '../services.ts'
import { sendOrderNotice } from './order-notices.ts'
import { addOrderEvent, type OrderState, stepByScope, takeStep } from './order-steps.ts'

/** A clinic and a lab. */
export type OrderPair = { clinicId: string; labId: string }

/** How a lab stands to a clinic that wants to send to it. */
export type LabStanding = { standing: 'partner' | 'banned' | 'none'; labName: string }

/**
 * How the lab stands to the clinic. The partnership's row is locked against its end until the transaction ends, so that
 * no order is sent over a partnership that ends at the same moment.
 */
export async function findLabStanding(tx: Tx, pair: OrderPair): Promise<LabStanding> {
  const { rows } = await sql<{ name: string; isGone: boolean }>`
    select l.name, l.banned_at is not null or l.deleted_at is not null as "isGone"
    from partnership p join organization l on l.id = ${pair.labId}::uuid and l.business_type = 2
    where p.low_id = least(${pair.clinicId}::uuid, ${pair.labId}::uuid)
      and p.high_id = greatest(${pair.clinicId}::uuid, ${pair.labId}::uuid) and p.status = 'partner'
    for share of p`.execute(tx)
  const lab = rows[0]
  if (lab === undefined) return { standing: 'none', labName: '' }
  return { standing: lab.isGone ? 'banned' : 'partner', labName: lab.name }
}

/**
 * The lab's name, when the clinic may send to it.
 * @throws partner.required for whatever is no partner lab of the clinic, partner.banned
 */
export async function needPartnerLab(tx: Tx, pair: OrderPair): Promise<string> {
  const { standing, labName } = await findLabStanding(tx, pair)
  if (standing === 'none') fail('partner.required')
  if (standing === 'banned') fail('partner.banned')
  return labName
}

/**
 * The orders' side of a partnership's end (decisions §8): pending orders go back to the clinic as uploaded, sends that
 * wait for their upload are taken back, running ones stay. Call it after the partnership's row was removed, in the same
 * transaction.
 * @returns how many orders went back
 */
export async function returnPendingOrders(
  tx: Tx,
  services: Services,
  scope: Scope,
  pair: OrderPair,
): Promise<number> {
  const names = await readNames(tx, pair)
  const pending = await listPending(tx, pair)
  for (const order of pending) {
    const by = stepByScope(scope)
    const set = { lab_id: null, is_delivery_confirmed: false }
    const { labId } = pair
    await takeStep(tx, by, order, {
      kind: 'return',
      to: 'uploaded',
      set,
      note: names.lab,
      labId,
      lostBy: labId,
    })
    const isClinic = scope.organization.id === pair.clinicId
    await sendOrderNotice(tx, services, order.id, {
      template: 'order_recalled',
      organizationId: isClinic ? labId : pair.clinicId,
      isGone: isClinic,
      params: () => ({ number: order.number, ...names }),
    })
  }
  await takeBackWaiting(tx, scope, pair, names.lab)
  return pending.length
}

/** Names of a clinic and a lab. */
export async function readNames(tx: Tx, pair: OrderPair): Promise<{ clinic: string; lab: string }> {
  const rows = await tx
    .selectFrom('organization')
    .select(['id', 'name'])
    .where('id', 'in', [pair.clinicId, pair.labId])
    .execute()
  const nameOf = (id: string) => rows.find((row) => row.id === id)?.name ?? ''
  return { clinic: nameOf(pair.clinicId), lab: nameOf(pair.labId) }
}

async function listPending(tx: Tx, pair: OrderPair): Promise<(OrderState & { number: string })[]> {
  return await tx
    .selectFrom('orders')
    .select(['id', 'number', 'status', 'version', 'clinic_id as clinicId', 'lab_id as labId'])
    .where('lab_id', '=', pair.labId)
    .where('clinic_id', '=', pair.clinicId)
    .where('status', '=', 'pending')
    .where('discarded_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

async function takeBackWaiting(tx: Tx, scope: Scope, pair: OrderPair, labName: string): Promise<void> {
  const waiting = await tx
    .updateTable('orders')
    .set({ send_waiting_lab_id: null, send_waiting_account_id: null, version: sql`version + 1` })
    .where('clinic_id', '=', pair.clinicId)
    .where('send_waiting_lab_id', '=', pair.labId)
    .where('status', '=', 'scanned')
    .where('discarded_at', 'is', null)
    .returning(['id', 'status'])
    .execute()
  for (const order of waiting) {
    const step = { kind: 'sendFailed', to: 'scanned', note: labName, labId: null } as const
    await addOrderEvent(tx, stepByScope(scope), order, step)
  }
}

/** Open orders (sent, in production, shipped) between an organization and each of the others. */
export async function countOpenOrdersByPartner(
  tx: Tx,
  organizationId: string,
  partnerIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select p.id, (select count(*) from orders o
      where o.clinic_id in (${organizationId}::uuid, p.id) and o.lab_id in (${organizationId}::uuid, p.id)
        and o.status in ('pending', 'accepted', 'shipped') and o.discarded_at is null) as count
    from unnest(${[...partnerIds]}::uuid[]) as p (id)`.execute(tx)
  return new Map(rows.map((row) => [row.id, Number(row.count)]))
}

/** Open orders (sent, in production, shipped) between two organizations, whichever of them is the clinic. */
export async function countOpenOrders(tx: Tx, a: string, b: string): Promise<number> {
  return (await countOpenOrdersByPartner(tx, a, [b])).get(b) ?? 0
}
