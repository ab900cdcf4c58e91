import { Skeleton } from '@mantine/core'
import { type BoardColumn, type BoardKey, boardColumns, limits, type OrderType } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'
import { useRead } from '../../../frame/api.ts'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { dayFromToday } from '../../../ui/DayField.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import type { ListSearch } from '../../../ui/list.ts'
import { type PressAction, useCaseActions } from '../actions/OrderActions.tsx'
import { UnreadCounts, useUnreadCounts } from '../OrderMarks.tsx'
import css from './Board.module.css'
import { BoardCard } from './BoardCard.tsx'

/** A laboratory's cases in columns by delivery day or by status; the arrows move between the cards. */
export function Board({ search }: { search: ListSearch }) {
  const t = useTexts('orders')
  const actions = useCaseActions()
  const by = search.layout === 'status' ? 'status' : 'day'
  const types = search.type === undefined ? [] : [Number(search.type) as OrderType]
  const board = useRead('orders.board', { body: { by, types, partnerId: search.partner ?? null } })
  const unread = useUnreadCounts(board.data?.columns.flatMap(({ list }) => list))
  if (board.failure) return <ErrorState {...board.failure} onRetry={board.refetch} />
  const columns = board.data?.columns
  if (columns?.every(({ count }) => count === 0))
    return <EmptyState drawing="cases" title={t('board.empty')} text={t('board.emptyText')} />
  // While another board is on its way the last one has other columns.
  const isHere = columns?.length === boardColumns[by].length && !board.isStale
  return (
    <section
      className={css.board}
      aria-label={t('board.label')}
      aria-busy={columns === undefined}
      data-stale={board.isStale || undefined}
      onKeyDown={moveByArrows}
    >
      <UnreadCounts value={unread}>
        {isHere
          ? columns.map((column) => <Column key={column.key} column={column} onPress={actions.press} />)
          : boardColumns[by].map((key) => <Waiting key={key} name={key} />)}
      </UnreadCounts>
      {actions.dialog}
    </section>
  )
}

function Column({ column, onPress }: { column: BoardColumn; onPress: PressAction }) {
  const t = useTexts('orders.board')
  const orders = useTexts('orders')
  const { number } = useFormats()
  const { key, list, count, countIsExact } = column
  return (
    <section className={css.boardColumn} data-column={key} aria-labelledby={`board-${key}`}>
      <h2 id={`board-${key}`}>
        <ColumnName name={key} />
        <span className="figures quiet">
          {countIsExact ? number(count) : t('more', { count: limits.boardCountMax })}
        </span>
      </h2>
      {list.length === 0 && <p className={clsx(css.boardNone, 'meta')}>{t('none')}</p>}
      <ul>
        {list.map((order) => (
          <BoardCard key={order.id} order={order} isDayShown={key !== 'today'} onPress={onPress} />
        ))}
      </ul>
      {count > list.length && (
        <Link to="/order/list" {...({ search: listOf(key) } as object)} className={css.boardAll}>
          {orders('empty.showAll')}
        </Link>
      )}
    </section>
  )
}

function Waiting({ name }: { name: BoardKey }) {
  return (
    <section className={css.boardColumn}>
      <h2>
        <ColumnName name={name} />
      </h2>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} height={84} />
      ))}
    </section>
  )
}

const dayKeys: readonly string[] = boardColumns.day

const dayTexts = {
  late: 'orders.filter.attentions.late',
  today: 'common.label.today',
  week: 'orders.filter.next7',
  later: 'orders.board.later',
  undated: 'orders.board.undated',
} as const

function ColumnName({ name }: { name: BoardKey }) {
  const t = useTexts()
  if (dayKeys.includes(name)) return t(dayTexts[name as (typeof boardColumns.day)[number]])
  return t(`order.status.${name as (typeof boardColumns.status)[number]}`)
}

/** The list that holds the whole of a column, the next delivery day first. */
function listOf(key: BoardKey): Readonly<Record<string, string>> {
  const soonest = { sort: 'deliveryOn', direction: 'ascending' }
  if (key === 'late' || key === 'today' || key === 'week') return { due: key, ...soonest }
  if (key === 'later') return { deliveryFrom: dayFromToday(8), ...soonest }
  if (key === 'undated') return { sort: 'deliveryOn', direction: 'descending' }
  return { status: key, ...soonest }
}

/** Up and down within a column, left and right to the card at the same height of the next column that has one. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]')
  if (!card || event.target !== card.querySelector('a')) return
  const columns = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-column]')]
    .map((column) => [...column.querySelectorAll<HTMLElement>('[data-card] a')])
    .filter((links) => links.length > 0)
  const at = columns.findIndex((links) => links.includes(event.target as HTMLElement))
  const row = columns[at]?.indexOf(event.target as HTMLElement) ?? 0
  const near = (links: HTMLElement[] | undefined) => links?.[Math.min(row, links.length - 1)]
  const next = {
    ArrowUp: columns[at]?.[row - 1],
    ArrowDown: columns[at]?.[row + 1],
    ArrowLeft: near(columns[at - 1]),
    ArrowRight: near(columns[at + 1]),
  }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
}
