import type { Message, Order } from '@pontic/contract'
import { useEffect } from 'react'
import { useSession } from '../../frame/session.ts'
import { conversationRights, useConversation } from '../conversation/use-conversation.ts'

/** An answer and the question that it answers. */
export type Answer = Message & { readonly question: NonNullable<Message['question']> }

/**
 * Reads the answered questions of a case, oldest first, with all pages of its conversation.
 * @returns `answers` is undefined until they are loaded, and empty for users who may not read the conversation
 */
export function useAnswers(order: Order) {
  const { mayRead } = conversationRights(order, useSession())
  const { messages, isLoading, failure, refetch, loadEarlier, isLoadingEarlier } = useConversation(
    order.id,
    mayRead,
  )
  useEffect(() => {
    if (!isLoadingEarlier) loadEarlier?.()
  }, [loadEarlier, isLoadingEarlier])
  const answers = messages.filter(
    (message): message is Answer => message.kind === 'answer' && message.question !== null,
  )
  const isReady = !mayRead || (!isLoading && loadEarlier === undefined)
  return { answers: isReady ? answers : undefined, failure: mayRead ? failure : undefined, refetch }
}
