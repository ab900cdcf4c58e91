import type { OrderDetail } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { readerOf } from '../access/file-access.service.ts'
import { sideOf } from '../access/order-side.shared.ts'
import { toOpenQuestion } from '../conversation/questions.shared.ts'
import { toOrderFiles } from '../files/case-files.service.ts'
import { toPrescriptions } from '../prescriptions/completeness.service.ts'
import { toRemakesOf } from '../remakes/remakes.shared.ts'
import { findOrderDetail } from './order-detail.queries.ts'
import { visibleLab, visibleOrder, visibleTimeline } from './person-view.ts'
import { toReservation } from './reserved-orders.service.ts'

/**
 * Returns an order with parties, prescription, files and timeline (rules §5). If the caller is the platform, an audit
 * record names the clinic and the laboratory (threat T63).
 * @throws order.not_found, also if the order is not visible
 */
export async function getOrderDetail(call: Call<'tx' | 'scope'>, orderId: string): Promise<OrderDetail> {
  const { tx, scope } = call
  const side = sideOf(scope)
  const { party } = side
  const reader = { side, files: readerOf(scope, party), organizationId: scope.organization.id }
  const row = (await findOrderDetail(tx, reader, orderId)) ?? fail('order.not_found')
  const {
    mayDownload,
    clinic,
    lab,
    prescriptions,
    files,
    repeated,
    question,
    remakeRows,
    timeline,
    kept,
    ...order
  } = row
  if (party === 'platform') {
    await recordAudit(tx, scope, {
      objectType: 'order',
      objectId: order.id,
      subjectOrganizationIds: order.labId === null ? [order.clinicId] : [order.clinicId, order.labId],
    })
  }
  return {
    order: visibleOrder(party, order),
    clinic,
    lab: visibleLab(party, lab),
    ...toPrescriptions(prescriptions, order.type),
    files: toOrderFiles(files),
    repeated,
    question: toOpenQuestion(question),
    ...toRemakesOf(remakeRows, order.id),
    timeline: visibleTimeline(party, timeline),
    kept: toReservation(kept),
    mayDownload,
  }
}
