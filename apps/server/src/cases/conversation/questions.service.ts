import {
  moveDeliveryDay,
  type NewPin,
  type Question,
  type QuestionReason,
  questionReasonsOf,
  questionStatuses,
} from '@pontic/contract'
import { translate } from '@pontic/messages'
import { newId } from '../../platform/db/ids.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { getPartyOrder, otherSideOf, type PartyOrder } from '../access/party-order.service.ts'
import { readLabCalendar } from '../delivery/delivery.service.ts'
import { type OrderNotice, sendOrderNotice } from '../steps/order-notices.service.ts'
import { applyOrderStep, stepByScope } from '../steps/order-steps.service.ts'
import { countMessage, writeMessage } from './conversation.service.ts'
import { closeQuestion, createQuestion, findOpenQuestion, findQuestion } from './questions.queries.ts'
import { type QuestionRow, toQuestion } from './questions.shared.ts'

const noteLengthMax = 1000

/**
 * Asks the other side a question (rules §5). The order is paused until the question is closed.
 * @throws order.not_found; order.wrong_status unless the order is pending or accepted; question.open while another
 * question is open; request.invalid for a reason that only the other side can choose; image.not_found; request.too_many;
 * as `createPins`
 */
export async function askQuestion(
  call: Call<'tx' | 'inOwnTransaction' | 'scope' | 'services'>,
  input: {
    orderId: string
    reason: QuestionReason
    text: string
    imageIds: readonly string[]
    pins: readonly NewPin[]
  },
): Promise<Question> {
  const { tx, scope, services } = call
  await countMessage(call)
  const order = await getPartyOrder(call, input.orderId, { forUpdate: true })
  if (order.labId === null || !questionStatuses.some((status) => status === order.status))
    fail('order.wrong_status')
  const reasons: readonly QuestionReason[] = questionReasonsOf[order.party]
  if (!reasons.includes(input.reason)) fail('request.invalid', {}, { reason: 'choice' })
  if (order.questionOpenSince !== null) fail('question.open')
  const { reason, text, imageIds, pins } = input
  const at = services.now()
  const id = newId()
  await createQuestion(tx, { id, orderId: order.id, labId: order.labId, askedBy: order.party, reason, at })
  await writeMessage(call, order, { kind: 'question', questionId: id, body: text, imageIds, pins })
  await applyOrderStep(tx, stepByScope(scope), order, {
    kind: 'question',
    to: order.status,
    set: { question_open_since: at, question_waits_for: order.party === 'clinic' ? 'lab' : 'clinic' },
    note: text.slice(0, noteLengthMax),
    reason,
    labId: order.labId,
  })
  await notifyOtherSide(call, order, 'order_question', reason)
  return (await findOpenQuestion(tx, order.id)) ?? fail('question.not_found')
}

/**
 * Answers the other side's question. The order continues, and its delivery day moves by the working days during which
 * the question was open.
 * @throws question.not_found, question.wrong_state if it is closed or asked by the caller's side, image.not_found,
 * request.too_many; as `createPins`
 */
export async function answerQuestion(
  call: Call<'tx' | 'inOwnTransaction' | 'scope' | 'services'>,
  input: { questionId: string; text: string; imageIds: readonly string[]; pins: readonly NewPin[] },
): Promise<Question> {
  const { tx, scope, services } = call
  await countMessage(call)
  const { order, question } = await getLockedQuestion(call, input.questionId)
  if (question.askedBy === order.party) fail('question.wrong_state')
  const at = services.now()
  const { deliveryOn, days } = moveDeliveryDay(
    { deliveryOn: order.deliveryOn, askedAt: question.askedAt, endedAt: at.toISOString() },
    await readLabCalendar(tx, order.labId),
  )
  const { text, imageIds, pins } = input
  const moved = deliveryOn === null ? {} : { moved: { days, deliveryOn } }
  await closeQuestion(tx, question.id, { state: 'answered', at, ...moved })
  await writeMessage(call, order, { kind: 'answer', questionId: question.id, body: text, imageIds, pins })
  await applyOrderStep(tx, stepByScope(scope), order, {
    kind: 'answer',
    to: order.status,
    set: { question_open_since: null, question_waits_for: null, delivery_on: deliveryOn },
    note: text.slice(0, noteLengthMax),
    deliveryOn,
    labId: order.labId,
  })
  await notifyOtherSide(call, order, 'order_answer', question.reason)
  return toQuestion((await findQuestion(tx, question.id)) ?? fail('question.not_found'))
}

/**
 * Withdraws a question of the caller's side. The order continues, and its delivery day does not move.
 * @throws question.not_found, question.wrong_state if it is closed or asked by the other side
 */
export async function withdrawQuestion(
  call: Call<'tx' | 'scope' | 'services'>,
  input: { questionId: string; note: string },
): Promise<Question> {
  const { tx, scope, services } = call
  const { order, question } = await getLockedQuestion(call, input.questionId)
  if (question.askedBy !== order.party) fail('question.wrong_state')
  await closeQuestion(tx, question.id, { state: 'withdrawn', at: services.now() })
  await writeMessage(call, order, {
    kind: 'withdrawal',
    questionId: question.id,
    body: input.note,
    imageIds: [],
    pins: [],
  })
  await applyOrderStep(tx, stepByScope(scope), order, {
    kind: 'questionWithdrawn',
    to: order.status,
    set: { question_open_since: null, question_waits_for: null },
    note: input.note,
    labId: order.labId,
  })
  await notifyOtherSide(call, order, 'order_question_withdrawn', question.reason)
  return toQuestion((await findQuestion(tx, question.id)) ?? fail('question.not_found'))
}

/**
 * Returns an open question with its order, and locks the order. The caller must be a party to the order.
 * @throws question.not_found, question.wrong_state
 */
async function getLockedQuestion(
  call: Call<'tx' | 'scope'>,
  questionId: string,
): Promise<{ order: PartyOrder; question: QuestionRow }> {
  const { tx } = call
  const orderId = (await findQuestion(tx, questionId))?.orderId ?? fail('question.not_found')
  // Locks the order, so that the second of two simultaneous answers finds the question closed.
  const order = await getPartyOrder(call, orderId, { forUpdate: true }).catch(() =>
    fail('question.not_found'),
  )
  const question = (await findQuestion(tx, questionId)) ?? fail('question.not_found')
  if (order.party === 'lab' && question.labId !== order.labId) fail('question.not_found')
  if (question.state !== 'open') fail('question.wrong_state')
  return { order, question }
}

/**
 * Notifies the other side that a question was asked, answered or withdrawn. The mail does not contain the text (rules
 * §13).
 */
async function notifyOtherSide(
  call: Call<'tx' | 'scope' | 'services'>,
  order: PartyOrder,
  template: OrderNotice['template'],
  reason: QuestionReason,
): Promise<void> {
  const organizationId = otherSideOf(order)
  if (organizationId === null) return
  await sendOrderNotice(call, order.id, {
    template,
    organizationId,
    isQuestion: true,
    codes: { reason },
    params: (language) => ({
      number: order.number,
      organization: call.scope.organization.name,
      reason: translate(language, `order.reason.${reason}`),
    }),
  })
}
