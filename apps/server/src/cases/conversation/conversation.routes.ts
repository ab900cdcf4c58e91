import type { Handlers } from '../../platform/http/handlers.ts'
import { listMessages, listUnread, markRead, postMessage } from './conversation.service.ts'
import { listPins, reopenPin, resolvePin } from './pins.service.ts'
import { answerQuestion, askQuestion, withdrawQuestion } from './questions.service.ts'

/** Handlers for the messages, questions and pins of a case (rules §5, §13, §19). */
export const conversationHandlers: Handlers<'conversation'> = {
  'conversation.list': (call) => listMessages(call, call.body),
  'conversation.post': (call) => postMessage(call, call.body),
  'conversation.markRead': async (call) => {
    await markRead(call, call.body)
    return { done: true }
  },
  'conversation.unread': (call) => listUnread(call, call.body.orderIds),
  'conversation.ask': (call) => askQuestion(call, call.body),
  'conversation.answer': (call) => answerQuestion(call, call.body),
  'conversation.withdraw': (call) => withdrawQuestion(call, call.body),
  'conversation.listPins': (call) => listPins(call, call.params.id),
  'conversation.resolvePin': (call) => resolvePin(call, call.body),
  'conversation.reopenPin': (call) => reopenPin(call, call.body),
}
