import {
  type OrderDetail,
  type OrderParty,
  orderTransitions,
  type Question,
  type TimelineEntry,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { readerOf } from '../access/file-access.service.ts'
import { findVisibleOrder, toOrder, type VisibleOrder } from '../access/order-access.service.ts'
import { sideOf } from '../access/order-side.shared.ts'
import { readOpenQuestion } from '../conversation/questions.service.ts'
import { listOrderFiles } from '../files/case-files.service.ts'
import { readPrescription } from '../prescriptions/completeness.service.ts'
import { readRemakesOf } from '../remakes/remakes.service.ts'
import { visibleLab, visibleOrder, visibleTimeline } from './person-view.ts'
import { listRepeatedScans } from './readiness.service.ts'
import { findReservation } from './reserved-orders.service.ts'

/**
 * Returns an order with parties, prescription, files and timeline (rules §5). If the caller is the platform, an audit
 * record names the clinic and the laboratory (threat T63).
 * @throws order.not_found, also if the order is not visible
 */
export async function getOrderDetail(call: Call<'tx' | 'scope'>, orderId: string): Promise<OrderDetail> {
  const { tx, scope } = call
  const order = (await findVisibleOrder(call, orderId)) ?? fail('order.not_found')
  const partyIds = order.labId === null ? [order.clinicId] : [order.clinicId, order.labId]
  const parties = await listParties(tx, partyIds)
  if (order.party === 'platform') {
    await recordAudit(tx, scope, {
      objectType: 'order',
      objectId: order.id,
      subjectOrganizationIds: partyIds,
    })
  }
  return {
    order: visibleOrder(order.party, toOrder(order)),
    clinic: parties.find((party) => party.organizationId === order.clinicId) ?? fail('order.not_found'),
    lab: visibleLab(order.party, parties.find((party) => party.organizationId === order.labId) ?? null),
    prescription: await readPrescription(tx, order.id, order.type),
    files: await listOrderFiles(call, order.id, readerOf(scope, order.party)),
    repeated: isBeforeSending(order) ? await listRepeatedScans(tx, order.id) : [],
    question: await questionOf(tx, order),
    ...(await readRemakesOf(tx, sideOf(scope), order.id)),
    timeline: visibleTimeline(order.party, await listTimeline(tx, order)),
    kept: order.party === 'clinic' ? await findReservation(tx, order.id) : null,
    mayDownload: order.mayDownload,
  }
}

/** Whether the reader is the clinic and the order can still be sent. */
const isBeforeSending = ({ party, status }: VisibleOrder): boolean =>
  party === 'clinic' && orderTransitions.send.from.some((one) => one === status)

/** Returns the question that pauses an order; null if there is none or the reader is no party to the order. */
async function questionOf(tx: Tx, order: VisibleOrder): Promise<Question | null> {
  const isParty = order.party === 'clinic' || order.party === 'lab'
  if (!isParty || order.questionOpenSince === null) return null
  return await readOpenQuestion(tx, order.id)
}

async function listParties(tx: Tx, ids: readonly string[]): Promise<OrderParty[]> {
  return await tx
    .selectFrom('organization')
    .select(['id as organizationId', 'name', 'address', 'office_phone as phone', 'email'])
    .where('id', 'in', ids)
    .execute()
}

/** Returns the timeline, oldest entry first. A laboratory does not see entries for another laboratory. */
async function listTimeline(tx: Tx, order: VisibleOrder): Promise<TimelineEntry[]> {
  const rows = await tx
    .selectFrom('order_event')
    .select([
      'id',
      'at',
      'kind',
      'from_status as from',
      'to_status as to',
      'account_name as by',
      'organization_name as organizationName',
      'note',
      'reason',
      'delivery_on as deliveryOn',
      'express_number as expressNumber',
    ])
    .where('order_id', '=', order.id)
    .$if(order.party === 'lab', (query) =>
      query.where((on) => on.or([on('lab_id', 'is', null), on('lab_id', '=', order.labId)])),
    )
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows as TimelineEntry[]
}
