import { Button, Skeleton } from '@mantine/core'
import type { Message, Order } from '@pontic/contract'
import { IconHelpCircle } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Page.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import { partyOf } from '../orders/actions/order-actions.ts'
import css from './Conversation.module.css'
import { ConversationMessages } from './ConversationMessages.tsx'
import { MessageBox } from './MessageBox.tsx'
import { conversationRights, newestUnread, useConversation } from './use-conversation.ts'

const QuestionDialog = lazy(() =>
  import('./QuestionDialog.tsx').then((file) => ({ default: file.QuestionDialog })),
)

/** What clinic and laboratory write to each other about a case. Nothing for those who are neither. */
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
  const unread = newestUnread(found.messages, party, found.ownReadTo)
  useReadMark(order.id, unread, end)
  if (!rights.mayWrite && found.messages.length === 0) return null
  return (
    <Section title={common('label.conversation')} actions={rights.mayAsk && <AskButton order={order} />}>
      {found.failure ? (
        <ErrorState {...found.failure} onRetry={found.refetch} />
      ) : (
        <Messages found={found} order={order} party={party} />
      )}
      <div ref={end} />
      {rights.mayWrite && <Composer order={order} party={party} />}
    </Section>
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
  useNewestInSight(list, found.messages.at(-1)?.id)
  const other = party === 'clinic' ? order.labName : order.clinicName
  if (found.isLoading) return <Skeleton height={64} />
  if (found.messages.length === 0)
    return <p className={css.conversationEmpty}>{t('empty', { other: other ?? '' })}</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <div className={css.conversation} ref={list} role="log" aria-label={t('messages')} tabIndex={0}>
      {found.showEarlier && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          className={css.conversationEarlier}
          loading={found.isLoadingEarlier}
          onClick={found.showEarlier}
        >
          {t('earlier')}
        </Button>
      )}
      <ConversationMessages messages={found.messages} party={party} readMarks={found.readMarks} />
    </div>
  )
}

/** Keeps the newest message in sight when it comes, without moving the page. */
function useNewestInSight(list: RefObject<HTMLDivElement | null>, newestId: string | undefined) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new newest message is what it waits for
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight
  }, [list, newestId])
}

/** Marks as read what is on the screen of a page that somebody looks at. */
function useReadMark(orderId: string, unread: Message | undefined, end: RefObject<HTMLDivElement | null>) {
  const { send } = useWrite('conversation.markRead', { onFailure: () => undefined })
  const messageId = unread?.id
  useEffect(() => {
    const mark = end.current
    if (messageId === undefined || !mark) return
    let isSent = false
    let isSeen = false
    const read = () => {
      if (isSent || !isSeen || document.visibilityState !== 'visible') return
      isSent = true
      void send({ body: { orderId, messageId } })
    }
    const observer = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting ?? false
      read()
    })
    observer.observe(mark)
    document.addEventListener('visibilitychange', read)
    return () => {
      observer.disconnect()
      document.removeEventListener('visibilitychange', read)
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
      onSend={async ({ text, imageIds }) =>
        (await write.send({ body: { orderId: order.id, text, imageIds: [...imageIds] } })) !== undefined
      }
    />
  )
}

function AskButton({ order }: { order: Order }) {
  const t = useTexts('conversation')
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  useOpener(isOpen)
  return (
    <>
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconHelpCircle size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        {t('ask')}
      </Button>
      {wasOpened && (
        <Suspense fallback={null}>
          <QuestionDialog order={order} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
