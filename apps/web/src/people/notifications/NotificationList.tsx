import { type Notification, pathOfNotification } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useId } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { DateText } from '../../ui/formats.tsx'
import css from './NotificationList.module.css'
import { newsIcons, useNewsText } from './news-text.ts'

/** Notifications in two groups, today's and earlier ones. A click opens the page and marks it as read. @param props.onLeave called on a click */
export function NotificationList(props: { list: readonly Notification[]; onLeave?: () => void }) {
  const t = useTexts('bell')
  const common = useTexts('common')
  const { date } = useFormats()
  const read = useWrite('notifications.markRead', { onFailure: () => undefined })
  const follow = (news: Notification) => {
    if (!news.isRead) void read.send({ body: { ids: [news.id] } })
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

type Follow = (news: Notification) => void

function Group(props: { title: string; list: readonly Notification[]; onFollow: Follow }) {
  const id = useId()
  return (
    <>
      <p id={id} className={css.newsDay}>
        {props.title}
      </p>
      <ul className={css.news} aria-labelledby={id}>
        {props.list.map((news) => (
          <li key={news.id}>
            <Item news={news} onFollow={props.onFollow} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Item({ news, onFollow }: { news: Notification; onFollow: Follow }) {
  const t = useTexts('bell')
  const textOf = useNewsText()
  const Icon = newsIcons[news.kind]
  const [to = '/', query] = pathOfNotification(news).split('?')
  return (
    <Link
      to={to}
      search={Object.fromEntries(new URLSearchParams(query)) as never}
      className={css.newsItem}
      data-unread={!news.isRead || undefined}
      onClick={() => onFollow(news)}
    >
      <span className={css.newsIcon}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <span className={css.newsText}>
        {!news.isRead && <span className="only-read">{t('unread')}: </span>}
        <span className={css.newsSentence}>
          <Sentence text={textOf(news)} number={news.number} />
        </span>
        <span className="meta">
          <DateText moment={news.at} />
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

/** Marks the shown and all earlier notifications as read. Hidden if the shown ones are read. */
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
