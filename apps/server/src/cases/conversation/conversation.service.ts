import {
  limits,
  type Message,
  messageStatuses,
  type Party,
  type RouteReply,
  type Routes,
} from '@pontic/contract'
import { attachImages } from '../../people/images/images.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { countAttempt } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import { parseWindow, toPage } from '../../platform/http/list-cursor.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import type { Services } from '../../platform/services.ts'
import { findVisibleOrder, type VisibleOrder } from '../access/order-access.service.ts'
import { sideOf } from '../access/order-side.shared.ts'
import { notifyBellsOfMessage } from '../steps/order-notices.service.ts'
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
import { listQuestions } from './questions.queries.ts'

/** An order to which the caller's organization is a party. */
export type PartyOrder = VisibleOrder & { party: Party }

type Apart = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

const listName = 'messages'

/** Returns the order for one of its two parties. @throws order.not_found for everybody else */
export async function getPartyOrder(
  db: Db | Tx,
  scope: Scope,
  orderId: string,
  options: { forUpdate?: boolean } = {},
): Promise<PartyOrder> {
  const order = await findVisibleOrder(db, scope, orderId, options)
  if (order?.party !== 'clinic' && order?.party !== 'lab') fail('order.not_found')
  return { ...order, party: order.party }
}

/** The organization on the other side of an order; null while no laboratory is addressed. */
export const otherSideOf = (order: PartyOrder): string | null =>
  order.party === 'clinic' ? order.labId : order.clinicId

/** Counts one message against the caller's rate limit. @throws request.too_many */
export async function countMessage(apart: Apart, scope: Scope, services: Services): Promise<void> {
  const limit = { windowSeconds: 3_600, max: limits.messagesPerHour }
  await apart((tx) => countAttempt(tx, `message:${scope.account.id}`, limit, services.now()))
}

/** One page of a case's messages, newest first. @throws order.not_found, request.invalid (a cursor of another list) */
export async function listMessages(
  db: Db | Tx,
  scope: Scope,
  query: { orderId: string; cursor?: string | undefined; pageSize: number },
): Promise<RouteReply<Routes['conversation.list']>> {
  const order = await getPartyOrder(db, scope, query.orderId)
  const paging = { ...query, page: 1 }
  const rows = await listMessageRows(db, scope, order.id, parseWindow(listName, 'moment', paging))
  const questionIds = rows.flatMap((row) => row.questionId ?? [])
  const questions = await listQuestions(db, [...new Set(questionIds)])
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
    readMarks: other === null ? [] : await listReadMarks(db, order.id, other),
    ownReadTo: await findReadTo(db, order.id, scope.account.id),
  }
}

function toMessage(
  { questionId, ...row }: MessageRow,
  questions: Awaited<ReturnType<typeof listQuestions>>,
): Message {
  return { ...row, question: (questionId && questions.get(questionId)) || null }
}

/**
 * Posts a message to the other side (rules §13). Its readers get a mail after ten minutes unless they have read it.
 * @throws order.not_found, order.wrong_status before a laboratory is addressed, message.empty, image.not_found,
 * request.too_many
 */
export async function postMessage(
  { tx, apart, services }: { tx: Tx; apart: Apart; services: Services },
  scope: Scope,
  input: { orderId: string; text: string; imageIds: readonly string[] },
): Promise<Message> {
  await countMessage(apart, scope, services)
  const order = await getPartyOrder(tx, scope, input.orderId)
  if (order.labId === null || !messageStatuses.some((status) => status === order.status))
    fail('order.wrong_status')
  if (input.text === '' && input.imageIds.length === 0) fail('message.empty', {}, { text: 'required' })
  const id = await writeMessage({ tx, services }, scope, order, {
    kind: 'message',
    questionId: null,
    body: input.text,
    imageIds: input.imageIds,
  })
  await notifyNewMessage(tx, services, order)
  const row = (await findMessage(tx, scope, order.id, id)) ?? fail('order.not_found')
  return toMessage(row, new Map())
}

/** Inserts a message, claims its photos and notifies the open pages of both sides. @returns the message id */
export async function writeMessage(
  { tx, services }: { tx: Tx; services: Services },
  scope: Scope,
  order: PartyOrder,
  message: Pick<NewMessage, 'kind' | 'questionId' | 'body' | 'imageIds'>,
): Promise<string> {
  const labId = order.labId ?? fail('order.wrong_status')
  await attachImages(tx, scope, services, 'message', message.imageIds, [])
  const id = newId()
  const at = services.now()
  await createMessage(tx, scope, { ...message, id, at, orderId: order.id, labId, party: order.party })
  await recordAudit(tx, scope, {
    action: `conversation.${message.kind}`,
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: [order.clinicId, labId],
    detail: { messageId: id, images: message.imageIds.length },
  })
  await notifyConversationChange(tx, order)
  return id
}

/** Notifies the open pages of both sides after the commit that the conversation has changed. */
async function notifyConversationChange(tx: Tx, order: PartyOrder): Promise<void> {
  const organizationIds = [order.clinicId, order.labId].filter((id) => id !== null)
  await notifyChange(tx, { feature: 'conversation', id: order.id, organizationIds })
}

/** Adds the bell notification at once. One mail per reader and order covers all messages of ten minutes. */
async function notifyNewMessage(tx: Tx, services: Services, order: PartyOrder): Promise<void> {
  const other = otherSideOf(order)
  if (other === null) return
  const runAt = new Date(services.now().getTime() + limits.messageMailMinutes * 60_000)
  for (const accountId of await notifyBellsOfMessage(tx, services, order.id, other)) {
    const key = `messages:${order.id}:${accountId}`
    await enqueueJob(
      tx,
      'conversation.mailMessages',
      { orderId: order.id, accountId },
      { runAt, key, keepsTime: true },
    )
  }
}

/** Records up to which message the caller has read. The other side sees it. @throws order.not_found */
export async function markRead(
  tx: Tx,
  scope: Scope,
  input: { orderId: string; messageId: string },
): Promise<void> {
  const order = await getPartyOrder(tx, scope, input.orderId)
  const message = (await findMessage(tx, scope, order.id, input.messageId)) ?? fail('order.not_found')
  if (await saveReadTo(tx, order.id, scope.account.id, message.at)) await notifyConversationChange(tx, order)
}

/**
 * Counts unread messages of the other side by order. Omits orders without unread messages and orders the caller may
 * not see.
 */
export async function listUnread(
  db: Db | Tx,
  scope: Scope,
  orderIds: readonly string[],
): Promise<RouteReply<Routes['conversation.unread']>> {
  const { party, id } = sideOf(scope)
  if (party !== 'clinic' && party !== 'lab') return { list: [] }
  const reader = { accountId: scope.account.id, organizationId: id, party }
  return { list: await countUnread(db, reader, orderIds) }
}
