import {
  limits,
  type Message,
  messageStatuses,
  type NewPin,
  type RouteReply,
  type Routes,
} from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { attachImages } from '../../people/images/images.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { newId } from '../../platform/db/ids.ts'
import { recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import { parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { sideOf } from '../access/order-side.shared.ts'
import { getPartyOrder, otherSideOf, type PartyOrder } from '../access/party-order.service.ts'
import { notifyOfMessage } from '../steps/order-notices.service.ts'
import { notifyConversationChange } from './conversation-change.service.ts'
import {
  countUnread,
  createMessage,
  findMessage,
  findReadTo,
  listMessageRows,
  listReadMarks,
  type MessageRow,
  type NewMessage,
  saveReadTo,
} from './messages.queries.ts'
import { createPins } from './pins.service.ts'
import { listQuestions } from './questions.queries.ts'

const listName = 'messages'

/** Counts one message against the caller's rate limit. @throws request.too_many */
export async function countMessage({
  inOwnTransaction,
  scope,
  services,
}: Call<'inOwnTransaction' | 'scope' | 'services'>): Promise<void> {
  const limit = { windowSeconds: 3_600, max: limits.messagesPerHour }
  await inOwnTransaction((tx) =>
    recordAttemptOrFail(tx, `message:${scope.account.id}`, limit, services.now()),
  )
}

/**
 * Returns one page of a case's messages, newest first.
 * @throws order.not_found, request.invalid (a cursor of another list)
 */
export async function listMessages(
  call: ReadCall<'scope'>,
  query: { orderId: string; cursor?: string | undefined; pageSize: number },
): Promise<RouteReply<Routes['conversation.list']>> {
  const { tx, scope } = call
  const order = await getPartyOrder(call, query.orderId)
  const paging = { ...query, page: 1 }
  const rows = await listMessageRows(tx, scope, order.id, parseWindow(listName, 'moment', paging))
  const questionIds = rows.flatMap((row) => row.questionId ?? [])
  const questions = await listQuestions(tx, [...new Set(questionIds)])
  const other = otherSideOf(order)
  const { list, cursor } = toPage(
    listName,
    paging,
    { rows, total: 0 },
    {
      show: (row) => toMessage(row, questions),
      cursorOf: (row) => ({ key: row.at, id: row.id }),
    },
  )
  return {
    list,
    cursor,
    readMarks: other === null ? [] : await listReadMarks(tx, order.id, other),
    ownReadTo: await findReadTo(tx, order.id, scope.account.id),
  }
}

function toMessage(
  { questionId, ...row }: MessageRow,
  questions: Awaited<ReturnType<typeof listQuestions>>,
): Message {
  return { ...row, question: (questionId && questions.get(questionId)) || null }
}

/**
 * Posts a message to the other side (rules §13). The readers get a mail after ten minutes, unless they have read the
 * message.
 * @throws order.not_found; order.wrong_status if the order has no laboratory or its status allows no messages;
 * message.empty; image.not_found; request.too_many; as `createPins`
 */
export async function postMessage(
  call: Call<'tx' | 'inOwnTransaction' | 'scope' | 'services'>,
  input: { orderId: string; text: string; imageIds: readonly string[]; pins: readonly NewPin[] },
): Promise<Message> {
  await countMessage(call)
  const order = await getPartyOrder(call, input.orderId, { forUpdate: input.pins.length > 0 })
  if (order.labId === null || !messageStatuses.some((status) => status === order.status))
    fail('order.wrong_status')
  if (input.text === '' && input.imageIds.length === 0 && input.pins.length === 0)
    fail('message.empty', {}, { text: 'required' })
  const id = await writeMessage(call, order, {
    kind: 'message',
    questionId: null,
    body: input.text,
    imageIds: input.imageIds,
    pins: input.pins,
  })
  await notifyNewMessage(call, order)
  const row = (await findMessage(call.tx, call.scope, order.id, id)) ?? fail('order.not_found')
  return toMessage(row, new Map())
}

/**
 * Inserts a message with its pins, marks its photos as used and notifies the open pages of both sides. With pins, the caller
 * must have locked the order.
 * @returns the message id
 * @throws order.wrong_status if the order has no laboratory; image.not_found; as `createPins`
 */
export async function writeMessage(
  call: Call<'tx' | 'scope' | 'services'>,
  order: PartyOrder,
  message: Pick<NewMessage, 'kind' | 'questionId' | 'body' | 'imageIds'> & { pins: readonly NewPin[] },
): Promise<string> {
  const { tx, scope, services } = call
  const labId = order.labId ?? fail('order.wrong_status')
  await attachImages(call, 'message', message.imageIds, [])
  const id = newId()
  const at = services.now()
  await createMessage(tx, scope, { ...message, id, at, orderId: order.id, labId, party: order.party })
  await createPins(call, { id: order.id, labId }, { messageId: id }, message.pins)
  await recordAudit(tx, scope, {
    action: `conversation.${message.kind}`,
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: [order.clinicId, labId],
    detail: { messageId: id, images: message.imageIds.length, pins: message.pins.length },
  })
  await notifyConversationChange(tx, order)
  return id
}

/** Adds bell notifications at once. Each reader gets one mail for all messages of the next ten minutes. */
async function notifyNewMessage(call: Call<'tx' | 'services'>, order: PartyOrder): Promise<void> {
  const { tx, services } = call
  const other = otherSideOf(order)
  if (other === null) return
  const runAt = new Date(services.now().getTime() + limits.messageMailMinutes * 60_000)
  for (const accountId of await notifyOfMessage(call, order.id, other)) {
    const key = `messages:${order.id}:${accountId}`
    await enqueueJob(
      tx,
      'conversation.mailMessages',
      { orderId: order.id, accountId },
      { runAt, key, keepsRunAt: true },
    )
  }
}

/** Saves how far the caller has read. The other side sees this read mark. @throws order.not_found */
export async function markRead(
  call: Call<'tx' | 'scope'>,
  input: { orderId: string; messageId: string },
): Promise<void> {
  const { tx, scope } = call
  const order = await getPartyOrder(call, input.orderId)
  const message = (await findMessage(tx, scope, order.id, input.messageId)) ?? fail('order.not_found')
  if (await saveReadTo(tx, order.id, scope.account.id, message.at)) await notifyConversationChange(tx, order)
}

/**
 * Counts unread messages of the other side by order. Omits orders without unread messages and orders the caller may
 * not see.
 */
export async function listUnread(
  { tx, scope }: ReadCall<'scope'>,
  orderIds: readonly string[],
): Promise<RouteReply<Routes['conversation.unread']>> {
  const { party, id } = sideOf(scope)
  if (party !== 'clinic' && party !== 'lab') return { list: [] }
  const reader = { accountId: scope.account.id, organizationId: id, party }
  return { list: await countUnread(tx, reader, orderIds) }
}

/**
 * Condition that image `i` belongs to a message or pin that the caller's organization may read. The organization must be a
 * party to the order, and a laboratory reads only its own conversation.
 */
export function isReadableMessagePhoto(scope: Scope): RawBuilder<boolean> {
  const { id } = scope.organization
  return sql`exists (select 1 from (
        select m.order_id, m.lab_id from order_message_image mi join order_message m on m.id = mi.message_id
        where mi.image_id = i.id
        union all select p.order_id, p.lab_id from order_pin p where p.image_id = i.id
      ) m join orders o on o.id = m.order_id
      where o.discarded_at is null and (o.clinic_id = ${id} or o.lab_id = ${id} and m.lab_id = ${id}))`
}
