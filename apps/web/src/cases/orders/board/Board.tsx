import { Skeleton, Stack, Text } from '@mantine/core'
import { addDays, type BoardBy, type BoardColumn, boardKinds, boardStatuses, limits } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useRead, useWrite } from '../../../frame/api.ts'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { showNotice } from '../../../frame/notices.ts'
import { useSession } from '../../../frame/session.ts'
import { dayFromToday } from '../../../frame/time-zone.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import type { ListSearch } from '../../../ui/list.ts'
import listCss from '../../lists.module.css'
import { useCaseActions } from '../actions/OrderActions.tsx'
import { orderFilters } from '../list/OrderFilters.tsx'
import { UnreadCounts, useUnreadCounts } from '../OrderMarks.tsx'
import { orderTypeList } from '../OrderType.tsx'
import css from './Board.module.css'
import { BoardCardView, type CardProps } from './BoardCardView.tsx'
import { findMove } from './board-moves.ts'
import { useCardDrag } from './use-card-drag.ts'

/**
 * The board of a laboratory: cases in columns by working day, by status or by technician. Cards move to another column by mouse,
 * finger, or Shift with an arrow key. The arrow keys move between cards.
 */
export function Board({ search }: { search: ListSearch }) {
  const t = useTexts('orders')
  const session = useSession()
  const actions = useCaseActions()
  const nameOf = useColumnName()
  const by = boardKinds.find((kind) => kind === search.layout) ?? 'day'
  const types = orderTypeList.filter((type) => String(type) === search.type)
  const technician = search.technician
  const body = {
    by,
    types,
    partnerId: search.partner ?? null,
    technicianId: technician === undefined ? null : (orderFilters.technicianId?.toValue(technician) ?? null),
  }
  const board = useRead('orders.board', { body })
  const assign = useWrite('orders.assign', { stale: ['orders'] })
  const [moved, setMoved] = useState('')
  const columns = board.data?.columns
  const cards = columns?.flatMap(({ list }) => list) ?? []
  const unread = useUnreadCounts(cards)
  const moveOf = (cardId: string, columnKey: string) => {
    const order = cards.find(({ id }) => id === cardId)
    const column = columns?.find(({ key }) => key === columnKey)
    const isSame = column?.list.some(({ id }) => id === cardId)
    if (!order || !column || isSame || !session) return undefined
    const move = findMove(by, order, column, session)
    return move && { order, column, move }
  }
  const drop = async (cardId: string, columnKey: string) => {
    const found = moveOf(cardId, columnKey)
    if (!found) return
    const { order, column, move } = found
    if (by !== 'technician') return actions.press(order, move.action, move.day)
    const technicianId = column.key === 'none' ? null : column.key
    const reply = await assign.send({ body: { ids: [order.id], technicianId } })
    const refusal = reply?.list[0]?.message
    if (refusal) showNotice({ level: 'error', text: refusal })
    else if (reply) setMoved(t('board.moved', { number: order.number, to: nameOf(column, by) }))
  }
  const { drag, onPointerDown } = useCardDrag((cardId, key) => void drop(cardId, key))
  if (board.failure) return <ErrorState {...board.failure} onRetry={board.refetch} />
  if (columns?.every(({ count }) => count === 0))
    return <EmptyState drawing="cases" title={t('board.empty')} text={t('board.emptyText')} />
  const target = drag?.columnKey === undefined ? undefined : moveOf(drag.cardId, drag.columnKey)?.column.key
  const hint = 'board-hint'
  return (
    <>
      <p id={hint} className="only-read">
        {t('board.hint')}
      </p>
      <p className="only-read" role="status">
        {moved}
      </p>
      <section
        className={css.board}
        aria-label={t('board.label')}
        aria-describedby={hint}
        aria-busy={columns === undefined}
        data-by={by}
        data-stale={board.isStale || undefined}
        data-dragging={drag !== undefined || undefined}
        onKeyDown={(event) =>
          moveByArrows(event, (cardId, key) => {
            const accepts = moveOf(cardId, key) !== undefined
            if (accepts) void drop(cardId, key)
            return accepts
          })
        }
        onPointerDown={onPointerDown}
      >
        <UnreadCounts value={unread}>
          {columns === undefined || board.isStale ? (
            <LoadingColumns by={by} />
          ) : (
            tracksOf(columns).map((track) => (
              <div key={track[0]?.key} className={css.track}>
                {track.map((column) => (
                  <Column
                    key={column.key}
                    by={by}
                    column={column}
                    max={board.data?.casesPerDay ?? null}
                    lastDay={columns.findLast(({ day }) => day !== null)?.day ?? dayFromToday()}
                    isTarget={column.key === target}
                    draggedId={drag?.cardId}
                    onPress={actions.press}
                  />
                ))}
              </div>
            ))
          )}
        </UnreadCounts>
        {actions.dialog}
      </section>
    </>
  )
}

/** Late cases and those without a day share one track, so that a week fits beside them. */
function tracksOf(columns: readonly BoardColumn[]): BoardColumn[][] {
  const isAside = ({ key }: BoardColumn) => key === 'late' || key === 'undated'
  const aside = columns.filter(isAside)
  const others = columns.filter((column) => !isAside(column)).map((column) => [column])
  return aside.length === 0 ? others : [aside, ...others]
}

type ColumnProps = Pick<CardProps, 'by' | 'onPress'> & {
  column: BoardColumn
  /** Number of cases that can be delivered on a day, null for no limit. */
  max: number | null
  /** The last day that has a column. */
  lastDay: string
  isTarget: boolean
  draggedId: string | undefined
}

function Column({ by, column, max, lastDay, isTarget, draggedId, onPress }: ColumnProps) {
  const t = useTexts('orders.board')
  const orders = useTexts('orders')
  const nameOf = useColumnName()
  const { key, list, count } = column
  return (
    <Stack
      component="section"
      className={css.column}
      gap={8}
      miw={0}
      data-column={key}
      data-target={isTarget || undefined}
      aria-labelledby={`board-${key}`}
    >
      <h2 id={`board-${key}`}>
        <span className="one-line">{nameOf(column, by)}</span>
        <Load column={column} max={max} />
      </h2>
      {list.length === 0 && (
        <Text className="meta" m="4px 2px">
          {t(column.isClosed ? 'closed' : 'none')}
        </Text>
      )}
      <Stack component="ul" className={listCss.plain} gap={6}>
        {list.map((order) => (
          <BoardCardView
            key={order.id}
            by={by}
            order={order}
            hasDay={column.day === null && key !== 'undated'}
            isDragged={order.id === draggedId}
            onPress={onPress}
          />
        ))}
      </Stack>
      {count > list.length && (
        <Link to="/order/list" search={searchOf(by, column, lastDay)} className={css.all}>
          {orders('empty.showAll')}
        </Link>
      )}
    </Stack>
  )
}

/** The number of cases of a column; on a working day, of how many the laboratory can deliver. */
function Load({ column, max }: { column: BoardColumn; max: number | null }) {
  const t = useTexts('orders.board')
  const { number } = useFormats()
  const { count, countIsExact, booked } = column
  if (max !== null && booked !== null)
    return (
      <span
        className="figures quiet"
        data-full={booked >= max || undefined}
        title={booked >= max ? t('full') : undefined}
      >
        {t('load', { count: booked, max })}
        {booked >= max && <span className="only-read"> {t('full')}</span>}
      </span>
    )
  return (
    <span className="figures quiet">
      {countIsExact ? number(count) : t('more', { count: limits.boardCountMax })}
    </span>
  )
}

function LoadingColumns({ by }: { by: BoardBy }) {
  const count = { day: limits.boardDays + 2, status: boardStatuses.length, technician: 4 }[by]
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder columns have no id and never move
    <Stack key={at} className={css.column} gap={8} miw={0} aria-hidden="true">
      <h2>
        <Skeleton height={14} width="60%" my={3} />
      </h2>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} height={56} />
      ))}
    </Stack>
  ))
}

const fixedNames = {
  late: 'orders.filter.attentions.late',
  later: 'orders.board.later',
  undated: 'orders.board.undated',
  none: 'orders.assign.nobody',
} as const

const isFixed = (key: string): key is keyof typeof fixedNames => Object.hasOwn(fixedNames, key)

/** Returns a function that returns the heading of a column. */
function useColumnName(): (column: BoardColumn, by: BoardBy) => string {
  const t = useTexts()
  const { weekday } = useFormats()
  return ({ key, day, technician }) => {
    if (day !== null) return day === dayFromToday() ? t('common.label.today') : weekday(day)
    if (isFixed(key)) return t(fixedNames[key])
    const status = boardStatuses.find((one) => one === key)
    return status === undefined ? technician : t(`order.status.${status}`)
  }
}

/** Returns the address query with which the case list shows the cases of a column. `undated` has no filter, only a sort order. */
function searchOf(by: BoardBy, { key, day }: BoardColumn, lastDay: string): Readonly<Record<string, string>> {
  const soonest = { sort: 'deliveryOn', direction: 'ascending' }
  if (by === 'technician') return { technician: key, ...soonest }
  if (by === 'status') return { status: key, ...soonest }
  if (day !== null) return { deliveryFrom: day, deliveryTo: day, ...soonest }
  if (key === 'late') return { due: key, ...soonest }
  if (key === 'undated') return { sort: 'deliveryOn', direction: 'descending' }
  return { deliveryFrom: addDays(lastDay, 1), ...soonest }
}

/**
 * Moves the focus with the arrow keys: up and down within a column, left and right to the same row of the nearest column that
 * has cards. With Shift, left and right move the focused card to the nearest column that accepts it.
 */
function moveByArrows(
  event: KeyboardEvent<HTMLElement>,
  onMove: (cardId: string, columnKey: string) => boolean,
): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-column]')]
  const at = all.findIndex((column) =>
    [...column.querySelectorAll('[data-card] a')].includes(event.target as Element),
  )
  if (at < 0) return
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (event.shiftKey && step !== undefined) {
    const cardId = (event.target as Element).closest<HTMLElement>('[data-card]')?.dataset.card ?? ''
    for (let to = at + step; to >= 0 && to < all.length; to += step)
      if (onMove(cardId, all[to]?.dataset.column ?? '')) break
    event.preventDefault()
    return
  }
  moveFocus(event, all)
}

function moveFocus(event: KeyboardEvent<HTMLElement>, all: readonly HTMLElement[]): void {
  const columns = all
    .map((column) => [...column.querySelectorAll<HTMLElement>('[data-card]')])
    .map((cards) => cards.flatMap((card) => card.querySelector('a') ?? []))
    .filter((links) => links.length > 0)
  const at = columns.findIndex((links) => links.some((link) => link === event.target))
  const row = columns[at]?.findIndex((link) => link.matches(':focus')) ?? 0
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
