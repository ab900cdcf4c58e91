import * as z from 'zod/mini'
import { Done, Id, line, paging, paragraph } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { addDays, addWorkingDays, countWorkingDays, type LabCalendar } from '../delivery/delivery-days.ts'
import type { Party } from '../orders/order-states.ts'

/** Coded reasons of a question, from the lists by which laboratories put cases on hold. */
export const questionReasons = [
  'scan_missing',
  'arch_missing',
  'wrong_arch',
  'anatomy_missing',
  'molars_missing',
  'appliance_in_scan',
  'margin_unclear',
  'bite_missing',
  'opposing_missing',
  'reduction_too_small',
  'shade_missing',
  'material_missing',
  'implant_data_missing',
  'prescription_unclear',
  'design_choice',
  'change_wanted',
  'delivery_day',
  'call_wanted',
  'payment',
  'other',
] as const
export type QuestionReason = (typeof questionReasons)[number]

/** The reasons that each side may give: what is wrong with scans and prescriptions is the laboratory's to ask. */
export const questionReasonsOf = {
  lab: questionReasons.filter((reason) => reason !== 'change_wanted'),
  clinic: ['change_wanted', 'design_choice', 'delivery_day', 'call_wanted', 'payment', 'other'],
} as const satisfies Record<Party, readonly QuestionReason[]>

/** `lapsed`: the case left the laboratory, or was completed, before the answer. */
export const questionStates = ['open', 'answered', 'withdrawn', 'lapsed'] as const
export type QuestionState = (typeof questionStates)[number]

/** What stands in a conversation. A question, its answer and its withdrawal are messages too. */
export const messageKinds = ['message', 'question', 'answer', 'withdrawal'] as const
export type MessageKind = (typeof messageKinds)[number]

/** A photo of a message; its bytes are those of `images.get`. */
export const MessageImage = z.strictObject({ id: Id, widthPx: z.int(), heightPx: z.int() })
export type MessageImage = z.output<typeof MessageImage>

/**
 * A question as it stands. `askedBy` is the side that asked; the other one answers. `daysMoved` and `deliveryOn` tell how
 * the answer moved the delivery day; null where it moved none.
 */
export const Question = z.strictObject({
  id: Id,
  reason: z.enum(questionReasons),
  state: z.enum(questionStates),
  askedBy: z.enum(['clinic', 'lab']),
  by: z.string(),
  organizationName: z.string(),
  askedAt: z.string(),
  text: z.string(),
  endedAt: z.nullable(z.string()),
  daysMoved: z.nullable(z.int()),
  deliveryOn: z.nullable(z.string()),
})
export type Question = z.output<typeof Question>

/** A message of a case. `isOwn`: the reader's own; `party` is the side it comes from. */
export const Message = z.strictObject({
  id: Id,
  at: z.string(),
  kind: z.enum(messageKinds),
  party: z.enum(['clinic', 'lab']),
  by: z.string(),
  organizationName: z.string(),
  isOwn: z.boolean(),
  text: z.string(),
  images: z.array(MessageImage),
  question: z.nullable(Question),
})
export type Message = z.output<typeof Message>

/** How far somebody of the other side has read. */
export const ReadMark = z.strictObject({ by: z.string(), readTo: z.string() })
export type ReadMark = z.output<typeof ReadMark>

const imageIds = z._default(z.array(Id).check(z.maxLength(limits.messageImagesMax, 'too_long')), [])
const orderId = Id
const Cursor = z.string().check(z.maxLength(500, 'too_long'), z.regex(/^[\w-]*$/, 'pattern'))
const text = paragraph(1, limits.messageLengthMax)

const orderErrors = ['order.not_found', 'order.wrong_status'] as const
const questionErrors = ['question.not_found', 'question.wrong_state', 'order.not_found'] as const

const example = {
  orderId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
  questionId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e11',
} as const

/** Calls about the messages and questions of a case (rules §5, §13). */
export const conversationRoutes = {
  'conversation.list': {
    method: 'POST',
    path: '/orders/messages/list',
    permission: 'conversation.read',
    reads: true,
    summary: 'The messages of a case, newest first, and how far the other side has read',
    body: z.strictObject({ orderId, cursor: z.optional(Cursor), pageSize: paging.pageSize }),
    reply: z.strictObject({
      list: z.array(Message),
      cursor: z.nullable(z.string()),
      readMarks: z.array(ReadMark),
      ownReadTo: z.nullable(z.string()),
    }),
    errors: ['order.not_found', 'request.invalid'],
    example: { body: { orderId: example.orderId } },
  },
  'conversation.post': {
    method: 'POST',
    path: '/orders/messages',
    permission: 'conversation.write',
    audit: 'conversation.message',
    summary: 'Write to the other side of a case: a text, photos (images.create for `message`), or both',
    body: z.strictObject({ orderId, text: paragraph(0, limits.messageLengthMax), imageIds }),
    reply: Message,
    errors: [...orderErrors, 'image.not_found', 'message.empty', 'request.too_many'],
    example: { body: { orderId: example.orderId, text: 'The shade photo is attached.' } },
  },
  'conversation.markRead': {
    method: 'PUT',
    path: '/orders/messages/read',
    permission: 'conversation.read',
    audit: { none: 'Notes how far the caller has read.' },
    summary: 'Note that the caller has read a case’s messages up to this one',
    body: z.strictObject({ orderId, messageId: Id }),
    reply: Done,
    errors: ['order.not_found'],
  },
  'conversation.unread': {
    method: 'POST',
    path: '/orders/messages/unread',
    permission: 'conversation.read',
    reads: true,
    summary:
      'How many messages of the other side the caller has not read, of up to 100 cases; cases without are left out',
    body: z.strictObject({
      orderIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(limits.pageSizeMax, 'too_long')),
    }),
    reply: z.strictObject({ list: z.array(z.strictObject({ orderId: Id, unread: z.int() })) }),
    errors: [],
  },
  'conversation.ask': {
    method: 'POST',
    path: '/orders/questions',
    permission: 'conversation.write',
    audit: ['conversation.question', 'orders.question'],
    summary: 'Put a question to the other side: it holds the case until it is answered or withdrawn',
    body: z.strictObject({ orderId, reason: z.enum(questionReasons), text, imageIds }),
    reply: Question,
    errors: [...orderErrors, 'question.open', 'image.not_found', 'request.too_many'],
    example: {
      body: {
        orderId: example.orderId,
        reason: 'shade_missing',
        text: 'Which shade for 24? A photo with the tab would help.',
      },
    },
  },
  'conversation.answer': {
    method: 'PUT',
    path: '/orders/questions/answer',
    permission: 'conversation.write',
    audit: ['conversation.answer', 'orders.answer'],
    summary:
      'Answer the other side’s question: the case goes on, its delivery day moves by the time it was open',
    body: z.strictObject({ questionId: Id, text, imageIds }),
    reply: Question,
    errors: [...questionErrors, 'image.not_found', 'request.too_many'],
    example: { body: { questionId: example.questionId, text: 'A3, photo attached.' } },
  },
  'conversation.withdraw': {
    method: 'PUT',
    path: '/orders/questions/withdraw',
    permission: 'conversation.write',
    audit: ['conversation.withdrawal', 'orders.questionWithdrawn'],
    summary: 'Take back a question of one’s own side: the case goes on, its delivery day stays',
    body: z.strictObject({ questionId: Id, note: z._default(line(0, 300), '') }),
    reply: Question,
    errors: questionErrors,
    example: { body: { questionId: example.questionId } },
  },
} as const satisfies RouteTable

const dayMs = 86_400_000

/**
 * How long a question held a case, in whole days: what has begun counts.
 * @returns 0 only where no time has passed
 */
export function daysOnHold(askedAt: string, endedAt: string): number {
  return Math.max(0, Math.ceil((Date.parse(endedAt) - Date.parse(askedAt)) / dayMs))
}

/**
 * The delivery day after an answer: later by the working days that the question was open, at least by one.
 * @param hold.deliveryOn `YYYY-MM-DD`, or null where no day is set
 * @returns the day, null where none was set, and by how many working days it moved
 */
export function moveDeliveryDay(
  hold: { deliveryOn: string | null; askedAt: string; endedAt: string },
  calendar: LabCalendar,
): { deliveryOn: string | null; days: number } {
  const askedOn = hold.askedAt.slice(0, 10)
  const lastOn = addDays(askedOn, daysOnHold(hold.askedAt, hold.endedAt))
  const days = Math.max(1, countWorkingDays(askedOn, lastOn, calendar))
  if (hold.deliveryOn === null) return { deliveryOn: null, days }
  return { deliveryOn: addWorkingDays(hold.deliveryOn, days, calendar), days }
}
