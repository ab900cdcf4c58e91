import type { Handlers } from '../../platform/http/handlers.ts'
import { listMessages, listUnread, markRead, postMessage } from './conversation.service.ts'
import { answerQuestion, askQuestion, withdrawQuestion } from './questions.service.ts'

/** Calls about the messages and questions of a case (rules §5, §13). */
export const conversationHandlers: Handlers<'conversation'> = {
  'conversation.list': ({ tx, scope, body }) => listMessages(tx, scope, body),
  'conversation.post': (call) => postMessage(call, call.scope, call.body),
  'conversation.markRead': async ({ tx, scope, body }) => {
    await markRead(tx, scope, body)
    return { done: true }
  },
  'conversation.unread': ({ tx, scope, body }) => listUnread(tx, scope, body.orderIds),
  'conversation.ask': (call) => askQuestion(call, call.scope, call.body),
  'conversation.answer': (call) => answerQuestion(call, call.scope, call.body),
  'conversation.withdraw': (call) => withdrawQuestion(call, call.scope, call.body),
}
