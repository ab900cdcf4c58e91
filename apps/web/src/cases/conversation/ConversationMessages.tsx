import { Group, Stack, Text } from '@mantine/core'
import type { Message, Question, ReadMark } from '@pontic/contract'
import { clsx } from 'clsx'
import { lazy, Suspense, useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import { IconArrowBackUp, IconCheck, IconHelpCircle } from '../../ui/icons.ts'
import { useRestoredFocus } from '../../ui/use-opener.ts'
import listCss from '../lists.module.css'
import css from './Conversation.module.css'
import { MessagePins } from './pins/PinChips.tsx'
import { messageAnchor } from './use-conversation.ts'

const PhotoDialog = lazy(() => import('./PhotoDialog.tsx').then((file) => ({ default: file.PhotoDialog })))

/** Shows messages by day, those of the user's party on the right. @param props.party the user's party */
export function ConversationMessages(props: {
  messages: readonly Message[]
  party: Message['party'] | undefined
  readMarks: readonly ReadMark[]
}) {
  const { date } = useFormats()
  const [photos, setPhotos] = useState<{ ids: readonly string[]; index: number }>()
  const [isOpen, setOpen] = useState(false)
  useRestoredFocus(isOpen)
  const lastRead = findLastRead(props.messages, props.party, props.readMarks)
  const days = Map.groupBy(props.messages, (message) => date(message.at))
  return (
    <>
      {[...days].map(([day, messages]) => (
        <Stack key={day} component="section" gap={12} aria-label={day}>
          <p className={css.date}>{day}</p>
          {messages.map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              isOurs={message.party === props.party}
              readBy={message.id === lastRead?.id ? readersOf(message, props.readMarks) : []}
              onPhoto={(index) => {
                setPhotos({ ids: message.images.map((image) => image.id), index })
                setOpen(true)
              }}
            />
          ))}
        </Stack>
      ))}
      {photos && (
        <Suspense fallback={null}>
          <PhotoDialog {...photos} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

// Returns the names of the other party's members who have read a message.
const readersOf = (message: Message, marks: readonly ReadMark[]) =>
  marks.filter((mark) => mark.readTo >= message.at).map((mark) => mark.by)

/** Finds the last message of the user's party that somebody of the other party has read. */
function findLastRead(
  messages: readonly Message[],
  party: Message['party'] | undefined,
  marks: readonly ReadMark[],
): Message | undefined {
  return messages.findLast((message) => message.party === party && readersOf(message, marks).length > 0)
}

function MessageItem(props: {
  message: Message
  isOurs: boolean
  readBy: readonly string[]
  onPhoto: (index: number) => void
}) {
  const t = useTexts('conversation')
  const common = useTexts('common')
  const { time, list } = useFormats()
  const { message, isOurs, readBy } = props
  return (
    <article
      id={messageAnchor(message.id)}
      tabIndex={-1}
      className={css.message}
      data-ours={isOurs || undefined}
      data-kind={message.kind}
    >
      <Group component="header" className="meta" gap="0 8px" align="stretch">
        <span>{message.isOwn ? common('you') : message.by}</span>
        {!isOurs && <span>{message.organizationName}</span>}
        <time dateTime={message.at}>{time(message.at)}</time>
      </Group>
      <div className={css.body}>
        {message.question && <MessageKind kind={message.kind} question={message.question} />}
        {message.text && <p>{message.text}</p>}
        <Photos message={message} onPhoto={props.onPhoto} />
        {message.pins.length > 0 && <MessagePins pins={message.pins} />}
      </div>
      {readBy.length > 0 && <span className="meta">{t('readBy', { names: list(readBy) })}</span>}
    </article>
  )
}

const kindIcons = { question: IconHelpCircle, answer: IconCheck, withdrawal: IconArrowBackUp } as const

/** The heading of a question, an answer or a withdrawal; empty for other messages. */
function MessageKind({ kind, question }: { kind: Message['kind']; question: Question }) {
  const t = useTexts('conversation')
  const reasons = useTexts('order.reason')
  const { weekday } = useFormats()
  if (kind === 'message') return null
  const Icon = kindIcons[kind]
  const { daysMoved, deliveryOn } = question
  return (
    <Group className={css.kind} gap="2px 6px">
      <Icon size={16} />
      <Text component="strong" fw={600}>
        {t(`kind.${kind}`, { reason: reasons(question.reason) })}
      </Text>
      {kind === 'question' && (
        <Text component="span" className="quiet" fz="sm">
          {t(`state.${question.state}`)}
        </Text>
      )}
      {kind === 'answer' && daysMoved !== null && deliveryOn !== null && (
        <Text component="span" className="quiet" fz="sm">
          {t('moved', { days: daysMoved, day: weekday(deliveryOn) })}
        </Text>
      )}
    </Group>
  )
}

function Photos({ message, onPhoto }: { message: Message; onPhoto: (index: number) => void }) {
  const t = useTexts('conversation')
  if (message.images.length === 0) return null
  return (
    <Group component="ul" className={clsx(css.photos, listCss.plain)} gap={6} my={2}>
      {message.images.map((image, index) => (
        <li key={image.id}>
          <button type="button" onClick={() => onPhoto(index)}>
            <ImageView imageId={image.id} alt={t('photoOf', { number: index + 1, name: message.by })} />
          </button>
        </li>
      ))}
    </Group>
  )
}
