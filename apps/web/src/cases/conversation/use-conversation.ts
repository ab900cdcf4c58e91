import { type Message, messageStatuses, type Order, questionStatuses } from '@pontic/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFailureText } from '../../frame/failures.ts'
import { portal } from '../../frame/session.ts'
import { type CaseVisitor, canWriteMessages, partyOf } from '../orders/actions/order-actions.ts'

/** Id of the element with the conversation. */
export const conversationId = 'conversation'

/** Id of the element of a message. */
export const messageAnchor = (id: string) => `message-${id}`

const pageSize = 30
const firstCursor: string | null = null

/**
 * Reads the conversation of a case page by page, the newest page first.
 * @returns `messages` are all loaded messages, oldest first. `readMarks` and `ownReadTo` are from the newest page. `loadEarlier`
 *   is undefined once all messages are loaded
 * @param isEnabled false sends no request
 */
export function useConversation(orderId: string, isEnabled = true) {
  const textOf = useFailureText()
  const result = useInfiniteQuery({
    queryKey: ['conversation', 'conversation.list', orderId],
    queryFn: ({ pageParam, signal }) =>
      portal.call(
        'conversation.list',
        { body: { orderId, pageSize, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    enabled: isEnabled,
    initialPageParam: firstCursor,
    getNextPageParam: (page) => page.cursor,
  })
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = result
  const messages = useMemo(() => data?.pages.flatMap((page) => page.list).toReversed() ?? [], [data])
  const [newest] = data?.pages ?? []
  return {
    messages,
    readMarks: newest?.readMarks ?? [],
    ownReadTo: newest?.ownReadTo ?? null,
    isLoading: data === undefined && !error,
    failure: error && data === undefined ? textOf(error) : undefined,
    refetch: () => void refetch(),
    loadEarlier: hasNextPage ? () => void fetchNextPage() : undefined,
    isLoadingEarlier: isFetchingNextPage,
  }
}

/** Returns whether the visitor may read the conversation of a case, write messages, and ask a question now. */
export function conversationRights(order: Order, visitor: CaseVisitor | undefined) {
  const isParty = visitor !== undefined && partyOf(order, visitor) !== undefined && !order.isWithdrawn
  const mayWrite = isParty && canWriteMessages(visitor) && order.labId !== null
  const hasStatus = (list: readonly string[]) => list.includes(order.status)
  return {
    mayRead: isParty && canWriteMessages(visitor),
    mayWrite: mayWrite && hasStatus(messageStatuses),
    mayAsk: mayWrite && hasStatus(questionStatuses) && order.questionOpenSince === null,
  }
}

/**
 * Finds the newest message of the other party that the user has not read.
 * @param ownReadTo the time of the newest message that the user has read
 */
export function findNewestUnread(
  messages: readonly Message[],
  party: Message['party'] | undefined,
  ownReadTo: string | null,
): Message | undefined {
  const last = messages.findLast((message) => message.party !== party)
  if (last === undefined || party === undefined) return undefined
  return ownReadTo !== null && last.at <= ownReadTo ? undefined : last
}
