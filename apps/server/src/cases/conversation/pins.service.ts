import { limits, type NewPin, type Party, type Pin, type ReviewAspect, viewableKinds } from '@pontic/contract'
import { attachImages } from '../../people/images/images.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { findVerifiedFile } from '../access/file-access.service.ts'
import { findPartyOrder, getPartyOrder } from '../access/party-order.service.ts'
import { notifyConversationChange } from './conversation-change.service.ts'
import {
  createPinRows,
  findLastPinNumber,
  findPin,
  listPinRows,
  type NumberedPin,
  type PinOwner,
  type PinRow,
  updatePinResolved,
} from './pins.queries.ts'

/**
 * Inserts the pins of a message or an assessment, and marks their pictures as used. The caller has locked the order, so that
 * each number is given once.
 * @throws file.not_found for a file that is no scan of the order, or that one of its parties may not read; image.not_found;
 * pin.too_many
 */
export async function createPins(
  call: Call<'tx' | 'scope' | 'services'>,
  order: { id: string; labId: string },
  owner: PinOwner,
  pins: readonly (NewPin & { aspect?: ReviewAspect })[],
): Promise<void> {
  if (pins.length === 0) return
  const { tx } = call
  const last = await findLastPinNumber(tx, order.id)
  if (last + pins.length > limits.orderPinsMax) fail('pin.too_many')
  const numbered: NumberedPin[] = []
  for (const [index, pin] of pins.entries()) {
    // The clinic reads all files, also those of an earlier laboratory. The laboratory reads fewer.
    const reader = { party: 'lab', organizationId: order.labId } as const
    const file = await findVerifiedFile(tx, order.id, pin.fileId, reader)
    if (!file?.sha256 || !viewableKinds.some((kind) => kind === file.kind)) fail('file.not_found')
    numbered.push({ ...pin, number: last + index + 1, sha256: file.sha256, aspect: pin.aspect ?? null })
  }
  await attachImages(
    call,
    'message',
    pins.flatMap(({ imageId }) => imageId ?? []),
    [],
  )
  await createPinRows(tx, order, owner, numbered)
}

/** Returns the pins of a case by number. @throws order.not_found */
export async function listPins(call: ReadCall<'scope'>, orderId: string): Promise<{ list: Pin[] }> {
  const order = await getPartyOrder(call, orderId)
  return { list: await listPinsFor(call.tx, order) }
}

/** Returns the pins of an order that a party may read, by number. */
export async function listPinsFor(
  db: ReadCall<'scope'>['tx'],
  order: { id: string; party: Party; labId: string | null },
): Promise<Pin[]> {
  const labId = order.party === 'lab' && order.labId !== null ? order.labId : undefined
  return (await listPinRows(db, order.id, labId)).map(toPin)
}

/** Marks a pin as resolved. @throws pin.not_found; pin.wrong_state if it is resolved */
export const resolvePin = (
  call: Call<'tx' | 'scope' | 'services'>,
  { pinId }: { pinId: string },
): Promise<Pin> => setResolved(call, pinId, true)

/** Marks a resolved pin as open. @throws pin.not_found; pin.wrong_state if it is open */
export const reopenPin = (
  call: Call<'tx' | 'scope' | 'services'>,
  { pinId }: { pinId: string },
): Promise<Pin> => setResolved(call, pinId, false)

async function setResolved(
  call: Call<'tx' | 'scope' | 'services'>,
  pinId: string,
  isResolved: boolean,
): Promise<Pin> {
  const { tx, scope, services } = call
  const pin = (await findPin(tx, pinId)) ?? fail('pin.not_found')
  const order = (await findPartyOrder(call, pin.orderId)) ?? fail('pin.not_found')
  if (order.party === 'lab' && pin.labId !== order.labId) fail('pin.not_found')
  const by = isResolved ? { accountId: scope.account.id, at: services.now() } : null
  if (!(await updatePinResolved(tx, pinId, by))) fail('pin.wrong_state')
  await recordAudit(tx, scope, {
    action: isResolved ? 'conversation.resolvePin' : 'conversation.reopenPin',
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: [order.clinicId, pin.labId],
    detail: { pinId, number: pin.number },
  })
  await notifyConversationChange(tx, order)
  return toPin((await findPin(tx, pinId)) ?? fail('pin.not_found'))
}

function toPin({ orderId: _, labId: __, ...pin }: PinRow): Pin {
  return pin
}
