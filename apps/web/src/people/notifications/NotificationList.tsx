import { type Notification, pathOfNotification } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useId } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { DateText } from '../../ui/formats.tsx'
import css from './NotificationList.module.css'
import { notificationIcons, useNotificationText } from './notification-text.ts'

/**
 * Notifications in two groups, today's and earlier ones. A click on a notification opens its page and marks it as read.
 * @param props.onLeave called on a click, for example to close a popup
 */
export function NotificationList(props: { list: readonly Notification[]; onLeave?: () => void }) {
  const t = useTexts('bell')
  const common = useTexts('common')
  const { date } = useFormats()
  const read = useWrite('notifications.markRead', { onFailure: () => undefined })
  const follow = (notification: Notification) => {
    if (!notification.isRead) void read.send({ body: { ids: [notification.id] } })
    props.onLeave?.()
  }
  const today = date(new Date())
  const groups = [
    { title: common('label.today'), list: props.list.filter(({ at }) => date(at) === today) },
    { title: t('earlier'), list: props.list.filter(({ at }) => date(at) !== today) },
  ]
  return groups
    .filter(({ list }) => list.length > 0)
    .map((group) => <Group key={group.title} {...group} onFollow={follow} />)
}

type Follow = (notification: Notification) => void

function Group(props: { title: string; list: readonly Notification[]; onFollow: Follow }) {
  const id = useId()
  return (
    <>
      <p id={id} className={css.newsDay}>
        {props.title}
      </p>
      <ul className={css.news} aria-labelledby={id}>
        {props.list.map((notification) => (
          <li key={notification.id}>
            <Item notification={notification} onFollow={props.onFollow} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Item({ notification, onFollow }: { notification: Notification; onFollow: Follow }) {
  const t = useTexts('bell')
  const textOf = useNotificationText()
  const Icon = notificationIcons[notification.kind]
  const [to = '/', query] = pathOfNotification(notification).split('?')
  return (
    <Link
      to={to}
      search={Object.fromEntries(new URLSearchParams(query)) as never}
      className={css.newsItem}
      data-unread={!notification.isRead || undefined}
      onClick={() => onFollow(notification)}
    >
      <span className={css.newsIcon}>
        <Icon />
      </span>
      <span className={css.newsText}>
        {!notification.isRead && <span className="only-read">{t('unread')}: </span>}
        <span className={css.newsSentence}>
          <Sentence text={textOf(notification)} number={notification.number} />
        </span>
        <span className="meta">
          {notification.patientName && (
            <>
              <span className={css.newsPatient}>{notification.patientName}</span> ·{' '}
            </>
          )}
          <DateText moment={notification.at} />
        </span>
      </span>
    </Link>
  )
}

function Sentence({ text, number }: { text: string; number: string | null }) {
  const at = number === null ? -1 : text.indexOf(number)
  if (number === null || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <span className={clsx(css.newsNumber, 'figures')}>{number}</span>
      {text.slice(at + number.length)}
    </>
  )
}

/** Button that marks the shown and all earlier notifications as read. It is hidden if all shown notifications are read. */
export function MarkAllRead({ list }: { list: readonly Notification[] }) {
  const t = useTexts('bell')
  const read = useWrite('notifications.markRead')
  const newest = list[0]
  if (!newest || list.every(({ isRead }) => isRead)) return null
  return (
    <button
      type="button"
      className="text-button"
      disabled={read.isBusy}
      onClick={() => void read.send({ body: { until: newest.at } })}
    >
      {t('markAll')}
    </button>
  )
}
