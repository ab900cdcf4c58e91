import { Button, Group } from '@mantine/core'
import type { Message, Order } from '@pontic/contract'
import { useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { IconCornerUpLeft, IconMessage2 } from '../../ui/icons.ts'
import { partyOf } from '../orders/actions/order-actions.ts'
import css from './NewestMessage.module.css'
import { conversationId, conversationRights, findNewestUnread, useConversation } from './use-conversation.ts'

/**
 * The newest unread message of the other party, else its newest answer, beside the status of a case. Empty if there is neither, or if
 * the user may not read the conversation.
 */
export function NewestMessage({ order }: { order: Order }) {
  const session = useSession()
  return conversationRights(order, session).mayRead ? <Newest order={order} /> : null
}

function Newest({ order }: { order: Order }) {
  const t = useTexts('conversation')
  const reasons = useTexts('order.reason')
  const pinTexts = useTexts('viewer')
  const { moment } = useFormats()
  const session = useSession()
  const party = session && partyOf(order, session)
  const { messages, ownReadTo } = useConversation(order.id)
  const unread = findNewestUnread(messages, party, ownReadTo)
  // A message that has been shown as new stays when it is marked as read, so that the page does not move.
  const [shownId, setShownId] = useState<string>()
  if (unread && unread.id !== shownId) setShownId(unread.id)
  const message =
    unread ??
    messages.find(({ id }) => id === shownId) ??
    messages.findLast((one) => one.kind === 'answer' && one.party !== party)
  // The banner of an open question shows the question.
  if (!message || (message.kind === 'question' && order.questionOpenSince !== null)) return null
  const { question, kind } = message
  return (
    <section className={css.message} data-testid="newest-message" data-unread={unread && true}>
      <IconMessage2 />
      <div>
        <strong>
          {question && kind !== 'message'
            ? t(`kind.${kind}`, { reason: reasons(question.reason) })
            : t('newest')}
        </strong>
        <p className={css.text}>{textOf(message, t('photosAttached'), pinTexts('tools.pins'))}</p>
        <Group className="meta" gap="0 8px">
          <span>{message.by}</span>
          <time dateTime={message.at}>{moment(message.at)}</time>
        </Group>
      </div>
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        leftSection={<IconCornerUpLeft size={16} />}
        onClick={openConversation}
      >
        {t('reply')}
      </Button>
    </section>
  )
}

const textOf = ({ text, images }: Message, photos: string, pins: string) =>
  text === '' ? (images.length > 0 ? photos : pins) : text

/** Scrolls to the conversation and moves the focus to its message field. */
function openConversation() {
  const conversation = document.getElementById(conversationId)
  conversation?.scrollIntoView({ block: 'nearest' })
  conversation?.querySelector('textarea')?.focus()
}
