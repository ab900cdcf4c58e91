import {
  type CaseDraft,
  type CaseDraftDetail,
  DraftContent,
  limits,
  type Order,
  type OrderDraft,
  type RouteReply,
  type Routes,
  readInput,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { type Paging, parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { draftOf } from '../access/order-columns.shared.ts'
import type { DayCheck } from '../orders/delivery-day.shared.ts'
import { createOrder, readBack, updateOrder } from '../orders/orders.service.ts'
import {
  countDrafts,
  createDraft,
  type DraftRow,
  deleteDraft,
  findDefaults,
  findDraft,
  listDraftRows,
  lockDraft,
  saveDraftOrder,
  updateDraft,
} from './drafts.queries.ts'

const listName = 'drafts'

function toDraft({ orderId, orderNumber, content: _, ...row }: DraftRow): CaseDraft {
  return { ...row, order: orderId === null ? null : { id: orderId, number: orderNumber ?? '' } }
}

/** Parses a stored content. If another version of the portal has written it, only patient and type are returned. */
function toContent({ content, patientName, type }: DraftRow): DraftContent {
  const read = readInput(DraftContent, content)
  return read.isValid ? read.value : DraftContent.parse({ values: { patientName, type } })
}

/** Notifies the open pages of the clinic. */
async function notifyDraftChange(tx: Tx, scope: Scope, id: string): Promise<void> {
  await notifyChange(tx, { feature: 'drafts', id, organizationIds: [scope.organization.id] })
}

/** Returns one page of the drafts of the caller's clinic, the last changed first. @throws request.invalid (cursor) */
export async function listDrafts(
  { tx, scope, services }: ReadCall<'scope' | 'services'>,
  paging: Paging,
): Promise<RouteReply<Routes['drafts.list']>> {
  const found = await listDraftRows(tx, scope, services.now(), parseWindow(listName, 'moment', paging))
  return toPage(listName, paging, found, {
    show: toDraft,
    cursorOf: (row) => ({ key: row.updatedAt, id: row.id }),
  })
}

/** Returns a draft with its content. @throws draft.not_found, also if its case was sent or discarded */
export async function getDraft(
  { tx, scope, services }: ReadCall<'scope' | 'services'>,
  id: string,
): Promise<CaseDraftDetail> {
  const row = (await findDraft(tx, scope, services.now(), id)) ?? fail('draft.not_found')
  return { ...toDraft(row), content: toContent(row) }
}

/** Returns the values with which a new case of the caller starts. */
export async function readDefaults({
  tx,
  scope,
}: ReadCall<'scope'>): Promise<RouteReply<Routes['drafts.getDefaults']>> {
  return (
    (await findDefaults(tx, scope)) ?? { doctor: '', equipmentNumber: '', softwareVersion: '', labId: null }
  )
}

/**
 * Creates a draft, if `version` is 0, or replaces its content.
 * @throws draft.changed if the draft has another version; draft.not_found if it is missing or belongs to another clinic, if it
 * has expired, or if its case was sent or discarded; draft.too_many
 */
export async function saveDraft(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  given: { id: string; version: number; content: DraftContent },
): Promise<RouteReply<Routes['drafts.save']>> {
  const now = services.now()
  const draft = { ...given, now }
  let version: number | undefined
  if (given.version === 0) {
    if ((await countDrafts(tx, scope)) >= limits.caseDraftsMax)
      fail('draft.too_many', { max: limits.caseDraftsMax })
    version = (await createDraft(tx, scope, draft)) ? 1 : undefined
  } else if (await findDraft(tx, scope, now, given.id)) version = await updateDraft(tx, scope, draft)
  if (version === undefined)
    fail((await findDraft(tx, scope, now, given.id)) ? 'draft.changed' : 'draft.not_found')
  await notifyDraftChange(tx, scope, given.id)
  return { id: given.id, version, updatedAt: now.toISOString() }
}

/**
 * Registers the case of a draft. If it is registered already, corrects the fields that differ. Simultaneous calls register one
 * case.
 * @throws draft.not_found; order.not_found if the case was discarded; order.wrong_status if it was sent; request.invalid for a
 * delivery day in the past; prescription.incomplete
 */
export async function registerDraft(
  call: Call<'tx' | 'scope' | 'services'>,
  { id, draft }: { id: string; draft: OrderDraft },
  checkDay: DayCheck,
): Promise<Order> {
  const { tx, scope, services } = call
  const { orderId } = (await lockDraft(tx, scope, services.now(), id)) ?? fail('draft.not_found')
  if (orderId !== null) {
    const isSame = JSON.stringify(draftOf(await readBack(call, orderId))) === JSON.stringify(draft)
    return isSame ? await readBack(call, orderId) : await updateOrder(call, { id: orderId, draft }, checkDay)
  }
  checkDay('draft.deliveryOn', draft.deliveryOn)
  const order = await createOrder(call, draft)
  await saveDraftOrder(tx, id, order.id)
  await notifyDraftChange(tx, scope, id)
  return order
}

/** Deletes a draft. Its registered case stays. @throws draft.not_found */
export async function removeDraft({ tx, scope }: Call<'tx' | 'scope'>, id: string): Promise<void> {
  if (!(await deleteDraft(tx, scope, id))) fail('draft.not_found')
  await recordAudit(tx, scope, { objectType: 'draft', objectId: id })
  await notifyDraftChange(tx, scope, id)
}
