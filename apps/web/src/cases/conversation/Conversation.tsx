import { Button, Skeleton, Text } from '@mantine/core'
import type { Message, Order } from '@pontic/contract'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Page.tsx'
import { partyOf } from '../orders/actions/order-actions.ts'
import css from './Conversation.module.css'
import { ConversationMessages } from './ConversationMessages.tsx'
import { MessageBox } from './MessageBox.tsx'
import { conversationId, conversationRights, findNewestUnread, useConversation } from './use-conversation.ts'

/**
 * The conversation of clinic and laboratory about a case. Empty if the user may not read it. Also empty if there are no messages
 * and the user may not write one.
 */
export function Conversation({ order }: { order: Order }) {
  const session = useSession()
  const { mayRead } = conversationRights(order, session)
  return mayRead ? <OpenConversation order={order} /> : null
}

function OpenConversation({ order }: { order: Order }) {
  const common = useTexts('common')
  const session = useSession()
  const rights = conversationRights(order, session)
  const found = useConversation(order.id)
  const end = useRef<HTMLDivElement>(null)
  const party = session && partyOf(order, session)
  const unread = findNewestUnread(found.messages, party, found.ownReadTo)
  useReadMark(order.id, unread, end)
  if (!rights.mayWrite && found.messages.length === 0) return null
  return (
    <div id={conversationId} tabIndex={-1}>
      <Section title={common('label.conversation')}>
        {found.failure ? (
          <ErrorState {...found.failure} onRetry={found.refetch} />
        ) : (
          <Messages found={found} order={order} party={party} />
        )}
        <div ref={end} />
        {rights.mayWrite && <Composer order={order} party={party} />}
      </Section>
    </div>
  )
}

function Messages(props: {
  found: ReturnType<typeof useConversation>
  order: Order
  party: Message['party'] | undefined
}) {
  const t = useTexts('conversation')
  const { found, order, party } = props
  const list = useRef<HTMLDivElement>(null)
  useScrollToNewest(list, found.messages.at(-1)?.id)
  const other = party === 'clinic' ? order.labName : order.clinicName
  if (found.isLoading) return <Skeleton height={64} />
  if (found.messages.length === 0) return <Text c="dimmed">{t('empty', { other: other ?? '' })}</Text>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the log scrollable by keyboard
    <div className={css.log} ref={list} role="log" aria-label={t('messages')} tabIndex={0}>
      {found.loadEarlier && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          flex="none"
          style={{ alignSelf: 'center' }}
          loading={found.isLoadingEarlier}
          onClick={found.loadEarlier}
        >
          {t('earlier')}
        </Button>
      )}
      <ConversationMessages messages={found.messages} party={party} readMarks={found.readMarks} />
    </div>
  )
}

/** Scrolls the log to the newest message, without scrolling the page. */
function useScrollToNewest(list: RefObject<HTMLDivElement | null>, newestId: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each new message
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [list, newestId])
}

/** Marks the messages as read once the end of the log is in view and the browser tab is visible. */
function useReadMark(orderId: string, unread: Message | undefined, end: RefObject<HTMLDivElement | null>) {
  const { send } = useWrite('conversation.markRead', { onFailure: () => undefined })
  const messageId = unread?.id
  useEffect(() => {
    const endElement = end.current
    if (messageId === undefined || !endElement) return
    let isSent = false
    let isSeen = false
    const sendOnce = () => {
      if (isSent || !isSeen || document.visibilityState !== 'visible') return
      isSent = true
      void send({ body: { orderId, messageId } })
    }
    const observer = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting ?? false
      sendOnce()
    })
    observer.observe(endElement)
    document.addEventListener('visibilitychange', sendOnce)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', sendOnce)
    }
  }, [orderId, messageId, end, send])
}

function Composer({ order, party }: { order: Order; party: Message['party'] | undefined }) {
  const t = useTexts('conversation')
  const write = useWrite('conversation.post')
  const other = (party === 'clinic' ? order.labName : order.clinicName) ?? ''
  return (
    <MessageBox
      draft={`message.${order.id}`}
      label={t('write', { other })}
      placeholder={t('write', { other })}
      send={t('send')}
      pins="message"
      onSend={async ({ text, imageIds, pins }) =>
        (await write.send({ body: { orderId: order.id, text, imageIds: [...imageIds], pins } })) !== undefined
      }
    />
  )
}
