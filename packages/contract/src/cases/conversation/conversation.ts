import * as z from 'zod/mini'
import { Done, Id, line, paging, paragraph, Time } from '../../fields.ts'
import { limits } from '../../limits.ts'
import type { RouteTable } from '../../route.ts'
import { addDays, addWorkingDays, countWorkingDays, type LabCalendar } from '../delivery/delivery-days.ts'
import type { Party } from '../orders/order-states.ts'
import { MessageImage } from './message-images.ts'
import { NewPin } from './pins.ts'

/** Coded reasons for a question, taken from the lists that laboratories use for paused cases. */
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

/** The reasons that each party may choose. Only a laboratory asks about scans and prescriptions. */
export const questionReasonsOf = {
  lab: questionReasons.filter((reason) => reason !== 'change_wanted'),
  clinic: ['change_wanted', 'design_choice', 'delivery_day', 'call_wanted', 'payment', 'other'],
} as const satisfies Record<Party, readonly QuestionReason[]>

/** States of a question. `lapsed`: nobody answered before the case left the laboratory or was completed. */
export const questionStates = ['open', 'answered', 'withdrawn', 'lapsed'] as const
export type QuestionState = (typeof questionStates)[number]

/** Kinds of messages. A question, its answer and its withdrawal are messages of the conversation. */
export const messageKinds = ['message', 'question', 'answer', 'withdrawal'] as const
export type MessageKind = (typeof messageKinds)[number]

/** A question about a case. The case is paused until the answer or withdrawal. */
export const Question = z.strictObject({
  id: Id,
  /** Subject of the question, shown to each party in its language. */
  reason: z.enum(questionReasons),
  state: z.enum(questionStates),
  /** Party that asked; the other party answers. */
  askedBy: z.enum(['clinic', 'lab']),
  /** Person who asked. @example "Bob Keller" */
  by: z.string(),
  /** Name of their organization. @example "Brookside Dental" */
  organizationName: z.string(),
  askedAt: Time,
  /** Text of the question. @example "Which shade for 24?" */
  text: z.string(),
  /** When it was answered, withdrawn or lapsed; null while it is open. */
  endedAt: z.nullable(Time),
  /** Working days by which the answer moved the delivery day, null if it did not. */
  daysMoved: z.nullable(z.int()),
  /** Delivery day after the answer, null if it did not move. @example null */
  deliveryOn: z.nullable(z.string()),
})
export type Question = z.output<typeof Question>

/** A message in the conversation of a case. */
export const Message = z.strictObject({
  id: Id,
  at: Time,
  /** Plain message, question, answer or withdrawal of a question. */
  kind: z.enum(messageKinds),
  /** Party of the writer. */
  party: z.enum(['clinic', 'lab']),
  /** Name of the writer. @example "Bob Keller" */
  by: z.string(),
  /** Name of their organization. @example "Brookside Dental" */
  organizationName: z.string(),
  /** Whether the caller wrote it. */
  isOwn: z.boolean(),
  /** Text; may be empty when there are photos or pins. @example "The shade photo is attached." */
  text: z.string(),
  /** Photos of the message; `images.get` returns them. */
  images: z.array(MessageImage),
  /** Pins of the message; `conversation.listPins` returns their points. */
  pins: z.array(
    z.strictObject({
      id: Id,
      /** Number of the pin in its case. @example 3 */
      number: z.int(),
    }),
  ),
  /** The question that the message asks, answers or withdraws; else null. */
  question: z.nullable(Question),
})
export type Message = z.output<typeof Message>

/** The newest message that a person of the other party has read. */
export const ReadMark = z.strictObject({
  /** Name of the reader. @example "Bob Keller" */
  by: z.string(),
  /** Time of the newest message that they have read. */
  readTo: Time,
})
export type ReadMark = z.output<typeof ReadMark>

const imageIds = z._default(z.array(Id).check(z.maxLength(limits.messageImagesMax, 'too_long')), [])
const pins = z._default(z.array(NewPin).check(z.maxLength(limits.messagePinsMax, 'too_long')), [])
const orderId = Id
const Cursor = z.string().check(z.maxLength(500, 'too_long'), z.regex(/^[\w-]*$/, 'pattern'))
const text = paragraph(1, limits.messageLengthMax)

const orderErrors = ['order.not_found', 'order.wrong_status'] as const

const contentErrors = ['image.not_found', 'file.not_found', 'pin.too_many', 'request.too_many'] as const

const questionErrors = ['question.not_found', 'question.wrong_state', 'order.not_found'] as const

const example = {
  orderId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e0f',
  questionId: '0193b0c4-8f2a-7c31-9d0e-5a4b3c2d1e11',
} as const

/** Routes of the messages and questions of a case (rules §5, §13). */
export const conversationRoutes = {
  'conversation.list': {
    method: 'POST',
    path: '/orders/messages/list',
    permission: 'conversation.read',
    reads: true,
    summary: 'List the messages of a case, newest first, and how far the other party has read',
    body: z.strictObject({
      orderId,
      /** Cursor of the previous page. */
      cursor: z.optional(Cursor),
      /** Rows of a page. */
      pageSize: paging.pageSize,
    }),
    reply: z.strictObject({
      /** Messages, newest first. */
      list: z.array(Message),
      /** Cursor of the next page, null on the last page. @example null */
      cursor: z.nullable(z.string()),
      /** The newest message that each person of the other party has read. */
      readMarks: z.array(ReadMark),
      /** Time of the newest message that the caller has read, null if none. */
      ownReadTo: z.nullable(Time),
    }),
    errors: ['order.not_found', 'request.invalid'],
    example: { body: { orderId: example.orderId } },
  },
  'conversation.post': {
    method: 'POST',
    path: '/orders/messages',
    permission: 'conversation.write',
    audit: 'conversation.message',
    summary:
      'Post a message to the other party of a case: a text, photos (`images.create` for `message`), pins, or several of them',
    body: z.strictObject({
      orderId,
      /** Text; may be empty when there are photos or pins. @example "The shade photo is attached." */
      text: paragraph(0, limits.messageLengthMax),
      /** Ids of photos uploaded with `images.create`. */
      imageIds,
      /** Points of the scans that the text is about. */
      pins,
    }),
    reply: Message,
    errors: [...orderErrors, ...contentErrors, 'message.empty'],
    example: { body: { orderId: example.orderId, text: 'The shade photo is attached.' } },
  },
  'conversation.markRead': {
    method: 'PUT',
    path: '/orders/messages/read',
    permission: 'conversation.read',
    audit: { none: 'Stores only which messages the caller has read.' },
    summary: 'Mark the messages of a case as read, up to the given one',
    body: z.strictObject({
      orderId,
      messageId: Id,
    }),
    reply: Done,
    errors: ['order.not_found'],
  },
  'conversation.unread': {
    method: 'POST',
    path: '/orders/messages/unread',
    permission: 'conversation.read',
    reads: true,
    summary:
      'Count the unread messages of the other party in up to 100 cases; cases without any are left out',
    body: z.strictObject({
      /** Ids of the cases. */
      orderIds: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(limits.pageSizeMax, 'too_long')),
    }),
    reply: z.strictObject({
      /** Cases with unread messages. */
      list: z.array(
        z.strictObject({
          orderId: Id,
          /** Messages of the other party that the caller has not read. */
          unread: z.int(),
        }),
      ),
    }),
    errors: [],
  },
  'conversation.ask': {
    method: 'POST',
    path: '/orders/questions',
    permission: 'conversation.write',
    audit: ['conversation.question', 'orders.question'],
    summary: 'Ask the other party a question; it pauses the case until it is answered or withdrawn',
    body: z.strictObject({
      orderId,
      /** Subject of the question, shown to each party in its language. */
      reason: z.enum(questionReasons),
      /** Text of the question. @example "Which shade for 24?" */
      text,
      /** Ids of photos uploaded with `images.create`. */
      imageIds,
      /** Points of the scans that the text is about. */
      pins,
    }),
    reply: Question,
    errors: [...orderErrors, ...contentErrors, 'question.open'],
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
      'Answer the other party’s question. The pause ends, and the delivery day moves by the working days of the pause',
    body: z.strictObject({
      questionId: Id,
      /** Text of the answer. @example "A3, photo attached." */
      text,
      /** Ids of photos uploaded with `images.create`. */
      imageIds,
      /** Points of the scans that the text is about. */
      pins,
    }),
    reply: Question,
    errors: [...questionErrors, ...contentErrors],
    example: { body: { questionId: example.questionId, text: 'A3, photo attached.' } },
  },
  'conversation.withdraw': {
    method: 'PUT',
    path: '/orders/questions/withdraw',
    permission: 'conversation.write',
    audit: ['conversation.withdrawal', 'orders.questionWithdrawn'],
    summary: 'Withdraw a question of the caller’s party. The pause ends, and the delivery day does not move',
    body: z.strictObject({
      questionId: Id,
      /** Reason of the withdrawal, for the other party; may be empty. */
      note: z._default(line(0, 300), ''),
    }),
    reply: Question,
    errors: questionErrors,
    example: { body: { questionId: example.questionId } },
  },
} as const satisfies RouteTable

const dayMs = 86_400_000

/**
 * Counts the days of 24 hours for which a question paused a case, rounded up; 0 only if no time has passed.
 */
export function pausedDays(askedAt: string, endedAt: string): number {
  return Math.max(0, Math.ceil((Date.parse(endedAt) - Date.parse(askedAt)) / dayMs))
}

/**
 * Moves the delivery day by the working days for which a question was open, and by at least one working day.
 * @param question.deliveryOn `YYYY-MM-DD`, or null if no day is set
 * @returns the new day (null if none was set), and the number of working days, which is returned even if no
 * day was set
 */
export function moveDeliveryDay(
  question: { deliveryOn: string | null; askedAt: string; endedAt: string },
  calendar: LabCalendar,
): { deliveryOn: string | null; days: number } {
  const askedOn = question.askedAt.slice(0, 10)
  const lastOn = addDays(askedOn, pausedDays(question.askedAt, question.endedAt))
  const days = Math.max(1, countWorkingDays(askedOn, lastOn, calendar))
  if (question.deliveryOn === null) return { deliveryOn: null, days }
  return { deliveryOn: addWorkingDays(question.deliveryOn, days, calendar), days }
}
