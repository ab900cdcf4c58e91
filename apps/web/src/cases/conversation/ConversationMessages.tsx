import type { Message, Question, ReadMark } from '@pontic/contract'
import { IconArrowBackUp, IconCheck, IconHelpCircle } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { ImageView } from '../../ui/ImageView.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import css from './Conversation.module.css'

const PhotoDialog = lazy(() => import('./PhotoDialog.tsx').then((file) => ({ default: file.PhotoDialog })))

/** Messages by day, one's own side at the right. @param props.party the reader's side */
export function ConversationMessages(props: {
  messages: readonly Message[]
  party: Message['party'] | undefined
  readMarks: readonly ReadMark[]
}) {
  const { date } = useFormats()
  const [photos, setPhotos] = useState<{ ids: readonly string[]; index: number }>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const lastRead = findLastRead(props.messages, props.party, props.readMarks)
  const days = Map.groupBy(props.messages, (message) => date(message.at))
  return (
    <>
      {[...days].map(([day, messages]) => (
        <section key={day} className={css.conversationDay} aria-label={day}>
          <p className={css.conversationDate}>
            <span>{day}</span>
          </p>
          {messages.map((message) => (
            <OneMessage
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
        </section>
      ))}
      {photos && (
        <Suspense fallback={null}>
          <PhotoDialog {...photos} isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

const readersOf = (message: Message, marks: readonly ReadMark[]) =>
  marks.filter((mark) => mark.readTo >= message.at).map((mark) => mark.by)

/** The last message of the reader's own side that somebody of the other side has read. */
function findLastRead(
  messages: readonly Message[],
  party: Message['party'] | undefined,
  marks: readonly ReadMark[],
): Message | undefined {
  return messages.findLast((message) => message.party === party && readersOf(message, marks).length > 0)
}

function OneMessage(props: {
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
    <article className={css.message} data-ours={isOurs || undefined} data-kind={message.kind}>
      <header className="meta">
        <span>{message.isOwn ? common('you') : message.by}</span>
        {!isOurs && <span>{message.organizationName}</span>}
        <time dateTime={message.at}>{time(message.at)}</time>
      </header>
      <div className={css.messageBody}>
        {message.question && <MessageKind kind={message.kind} question={message.question} />}
        {message.text && <p>{message.text}</p>}
        <Photos message={message} onPhoto={props.onPhoto} />
      </div>
      {readBy.length > 0 && <p className={css.messageRead}>{t('readBy', { names: list(readBy) })}</p>}
    </article>
  )
}

const kindIcons = { question: IconHelpCircle, answer: IconCheck, withdrawal: IconArrowBackUp } as const

/** What a message is to a question: the question itself, its answer or its withdrawal. */
function MessageKind({ kind, question }: { kind: Message['kind']; question: Question }) {
  const t = useTexts('conversation')
  const reasons = useTexts('order.reason')
  const { weekday } = useFormats()
  if (kind === 'message') return null
  const Icon = kindIcons[kind]
  const { daysMoved, deliveryOn } = question
  return (
    <div className={css.messageKind}>
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <strong>{t(`kind.${kind}`, { reason: reasons(question.reason) })}</strong>
      {kind === 'question' && <span className={css.messageState}>{t(`state.${question.state}`)}</span>}
      {kind === 'answer' && daysMoved !== null && deliveryOn !== null && (
        <span className={css.messageMoved}>{t('moved', { days: daysMoved, day: weekday(deliveryOn) })}</span>
      )}
    </div>
  )
}

function Photos({ message, onPhoto }: { message: Message; onPhoto: (index: number) => void }) {
  const t = useTexts('conversation')
  if (message.images.length === 0) return null
  return (
    <ul className={css.messageImages}>
      {message.images.map((image, index) => (
        <li key={image.id}>
          <button type="button" onClick={() => onPhoto(index)}>
            <ImageView imageId={image.id} alt={t('photoOf', { number: index + 1, name: message.by })} />
          </button>
        </li>
      ))}
    </ul>
  )
}
