import { type Order, orderActionTiming, type RemakeCause } from '@pontic/contract'
import { translate } from '@pontic/messages'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { findVisibleOrder, type VisibleOrder } from '../access/order-access.service.ts'
import { draftOf } from '../access/order-columns.shared.ts'
import { reuseFiles } from '../files/reused-files.service.ts'
import { saveWork } from '../prescriptions/work.service.ts'
import { createRemake } from '../remakes/remakes.service.ts'
import { sendOrderNotice } from '../steps/order-notices.service.ts'
import { addOrderEvent, applyOrderStep, stepByScope } from '../steps/order-steps.service.ts'
import { completeUploadIfDone, createOrder, readBack } from './orders.service.ts'

type RemakeInput = {
  id: string
  version?: number | undefined
  cause: RemakeCause
  note: string
  deliveryOn: string | null
  fileIds: readonly string[]
}

/**
 * Creates a remake (rules §5): a new order with the fields and prescriptions of the original, linked in both
 * directions. The chosen files of the clinic are reused without an upload, so the new order is `uploaded` at once.
 * Without files it stays `scanned`.
 * @returns the new order
 * @throws order.not_found, order.wrong_status, order.changed, file.not_found
 */
export async function remakeOrder(
  call: Call<'tx' | 'scope' | 'services'>,
  input: RemakeInput,
): Promise<Order> {
  const { tx, scope, services } = call
  const original = await getOriginal(call, input)
  const labId = original.labId ?? fail('order.wrong_status')
  const draft = { ...draftOf(original), deliveryOn: input.deliveryOn, remark: '' }
  const created = await createOrder(call, draft)
  await copyPrescriptions(call, original.id, created.id, services.now())
  const { clinicId } = original
  const at = services.now()
  const { cause, note } = input
  await createRemake(tx, { orderId: created.id, originalId: original.id, clinicId, labId, cause, note, at })
  await reuseFiles(call, { fromOrderId: original.id, toOrderId: created.id, fileIds: input.fileIds, at })
  const by = stepByScope(scope)
  await applyOrderStep(tx, by, original, {
    kind: 'remake',
    to: original.status,
    note,
    reason: cause,
    labId,
  })
  // Only the laboratory of the original may read the number of the original.
  await addOrderEvent(tx, by, created, {
    kind: 'remakeOf',
    to: created.status,
    note: [original.number, note].filter(Boolean).join('\n'),
    reason: cause,
    labId,
  })
  await recordAudit(tx, scope, { action: 'orders.remakeOf', objectType: 'order', objectId: created.id })
  await completeUploadIfDone(call, created.id)
  await notifyLab(call, original, { labId, cause })
  return await readBack(call, created.id)
}

async function getOriginal(call: Call<'tx' | 'scope'>, input: RemakeInput): Promise<VisibleOrder> {
  const order = (await findVisibleOrder(call, input.id, { forUpdate: true })) ?? fail('order.not_found')
  const { status, party, isLabGone } = order
  if (party !== 'clinic' || orderActionTiming('remake', { status, party, isLabGone }) !== 'now')
    fail('order.wrong_status')
  if (input.version !== undefined && input.version !== order.version) fail('order.changed')
  return order
}

async function copyPrescriptions(
  { tx, scope }: Call<'tx' | 'scope'>,
  fromId: string,
  toId: string,
  at: Date,
): Promise<void> {
  await sql`insert into prescription (order_id, body, more, updated_by, updated_at)
    select ${toId}::uuid, body, more, ${scope.account.id}::uuid, ${at} from prescription where order_id = ${fromId}`.execute(
    tx,
  )
  await saveWork(tx, toId)
}

async function notifyLab(
  call: Call<'tx' | 'services'>,
  order: VisibleOrder,
  remake: { labId: string; cause: RemakeCause },
): Promise<void> {
  await sendOrderNotice(call, order.id, {
    template: 'order_remake',
    organizationId: remake.labId,
    codes: { reason: remake.cause },
    params: (language) => ({
      number: order.number,
      clinic: order.clinicName,
      cause: translate(language, `remakes.causes.${remake.cause}`),
    }),
  })
}
