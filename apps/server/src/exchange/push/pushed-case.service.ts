import type { OrderDocument, OrderFile, PushEvent, PushedStep } from '@pontic/contract'
import { businessTypes } from '@pontic/contract'
import type * as z from 'zod/mini'
import { findOrderOfParty } from '../../cases/access/order-access.service.ts'
import { listVerifiedOrderFiles } from '../../cases/files/case-files.service.ts'
import { readPrescriptions } from '../../cases/prescriptions/completeness.service.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/fail.ts'
import { toOrderDocument } from '../order-documents/document-of-order.shared.ts'

/** The order of a delivery, limited to what the receiving organization can read at the time of the attempt. */
export type PushedCase = {
  organizationId: string
  orderId: string
  number: string
  step: z.output<typeof PushedStep>
  /** Undefined if the organization can no longer read the order. */
  content: { version: number; document: OrderDocument; files: OrderFile[] } | undefined
}

type DeliveryTarget = { organizationId: string; orderId: string; orderEventId: string; event: PushEvent }

/**
 * Reads the order of a delivery with the permissions of the receiving organization. If the organization can no longer read
 * the order, the result has only the order's number and the delivered step.
 * @throws push.case_gone if the organization or the step no longer exists
 */
export async function readPushedCase(database: Database, target: DeliveryTarget): Promise<PushedCase> {
  return await database.transaction(async (tx) => {
    const { organizationId, orderId } = target
    const side = await findSide(tx, organizationId)
    const order = await findOrderOfParty(tx, side, orderId)
    const step = await readStep(tx, target)
    if (order === undefined) return { organizationId, orderId, ...step, content: undefined }
    const reader = side.party === 'lab' ? { party: side.party, organizationId } : ({ party: 'all' } as const)
    const files = await listVerifiedOrderFiles(tx, orderId, reader)
    const prescriptions = await readPrescriptions(tx, orderId, order.type)
    const content = { version: order.version, ...toOrderDocument({ order, ...prescriptions, files }) }
    return { organizationId, orderId, ...step, content }
  })
}

async function findSide(tx: Tx, id: string): Promise<{ party: 'clinic' | 'lab'; id: string }> {
  const row = await tx
    .selectFrom('organization')
    .select('business_type')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) fail('push.case_gone')
  return { party: row.business_type === businessTypes.lab ? 'lab' : 'clinic', id }
}

async function readStep(tx: Tx, target: DeliveryTarget): Promise<Pick<PushedCase, 'number' | 'step'>> {
  const row = await tx
    .selectFrom('order_event as e')
    .innerJoin('orders as o', 'o.id', 'e.order_id')
    .select([
      'o.number',
      'e.at',
      'e.from_status',
      'e.to_status',
      'e.account_name',
      'e.organization_name',
      'e.note',
      'e.reason',
      'e.delivery_on',
      'e.express_number',
    ])
    .where('e.id', '=', target.orderEventId)
    .executeTakeFirst()
  if (row === undefined) fail('push.case_gone')
  return {
    number: row.number,
    step: {
      kind: target.event,
      at: new Date(row.at).toISOString(),
      from: row.from_status,
      to: row.to_status,
      by: row.account_name,
      organization: row.organization_name,
      note: row.note,
      reason: row.reason,
      deliveryOn: row.delivery_on,
      expressNumber: row.express_number,
    },
  }
}
