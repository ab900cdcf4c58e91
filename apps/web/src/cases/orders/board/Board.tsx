import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { type BoardColumn, type BoardKey, boardColumns, limits, type Order } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { KeyboardEvent } from 'react'
import { useRead } from '../../../frame/api.ts'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { dayFromToday } from '../../../frame/time-zone.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import type { ListSearch } from '../../../ui/list.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { DeliveryDay } from '../../delivery/DeliveryDay.tsx'
import listCss from '../../lists.module.css'
import { ActionMenu, NextAction, type PressAction, useCaseActions } from '../actions/OrderActions.tsx'
import { OrderMarks, UnreadCounts, useUnreadCounts } from '../OrderMarks.tsx'
import { CaseThumb, orderTypeList } from '../OrderType.tsx'
import css from './Board.module.css'

/** The board of a laboratory: cases in columns by delivery day or by status. The arrow keys move between cards. */
export function Board({ search }: { search: ListSearch }) {
  const t = useTexts('orders')
  const actions = useCaseActions()
  const by = search.layout === 'status' ? 'status' : 'day'
  const types = orderTypeList.filter((type) => String(type) === search.type)
  const board = useRead('orders.board', { body: { by, types, partnerId: search.partner ?? null } })
  const unread = useUnreadCounts(board.data?.columns.flatMap(({ list }) => list))
  if (board.failure) return <ErrorState {...board.failure} onRetry={board.refetch} />
  const columns = board.data?.columns
  if (columns?.every(({ count }) => count === 0))
    return <EmptyState drawing="cases" title={t('board.empty')} text={t('board.emptyText')} />
  // After the user switches between days and statuses, `data` has the previous columns until the reply arrives.
  const isLoaded = columns?.length === boardColumns[by].length && !board.isStale
  return (
    <section
      className={css.board}
      aria-label={t('board.label')}
      aria-busy={columns === undefined}
      data-stale={board.isStale || undefined}
      onKeyDown={moveByArrows}
    >
      <UnreadCounts value={unread}>
        {isLoaded
          ? columns.map((column) => <Column key={column.key} column={column} onPress={actions.press} />)
          : boardColumns[by].map((key) => <LoadingColumn key={key} name={key} />)}
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
    <Stack
      component="section"
      className={css.column}
      gap={8}
      miw={0}
      data-column={key}
      aria-labelledby={`board-${key}`}
    >
      <h2 id={`board-${key}`}>
        <ColumnName name={key} />
        <span className="figures quiet">
          {countIsExact ? number(count) : t('more', { count: limits.boardCountMax })}
        </span>
      </h2>
      {list.length === 0 && (
        <Text className="meta" m="4px 2px">
          {t('none')}
        </Text>
      )}
      <Stack component="ul" className={listCss.plain} gap={8}>
        {list.map((order) => (
          <Card key={order.id} order={order} hasDay={key !== 'today'} onPress={onPress} />
        ))}
      </Stack>
      {count > list.length && (
        <Link to="/order/list" search={searchOf(key)} className={css.all}>
          {orders('empty.showAll')}
        </Link>
      )}
    </Stack>
  )
}

/** The card of a case: patient, number, clinic, delivery day or status, and the next action. */
function Card({ order, hasDay, onPress }: { order: Order; hasDay: boolean; onPress: PressAction }) {
  return (
    <li className={css.card} data-card={order.id}>
      <Group gap={8} wrap="nowrap" miw={0}>
        <CaseThumb order={order} />
        <Link to="/order/detail/$id" params={{ id: order.id }} className={clsx(css.patient, 'one-line')}>
          {order.patientName}
        </Link>
        <ActionMenu order={order} onPress={onPress} />
      </Group>
      <span className="one-line meta">
        <span className="figures">{order.number}</span> · {order.clinicName}
      </span>
      <Group className={css.foot} justify="space-between" gap={8}>
        {hasDay ? <DeliveryDay order={order} /> : <StatusBadge status={order.status} />}
        <OrderMarks order={order} />
        <NextAction order={order} onPress={onPress} isSmall />
      </Group>
    </li>
  )
}

function LoadingColumn({ name }: { name: BoardKey }) {
  return (
    <Stack component="section" className={css.column} gap={8} miw={0}>
      <h2>
        <ColumnName name={name} />
      </h2>
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} height={84} />
      ))}
    </Stack>
  )
}

const dayTexts = {
  late: 'orders.filter.attentions.late',
  today: 'common.label.today',
  week: 'orders.filter.next7',
  later: 'orders.board.later',
  undated: 'orders.board.undated',
} as const

const isDayKey = (key: BoardKey): key is keyof typeof dayTexts => Object.hasOwn(dayTexts, key)

function ColumnName({ name }: { name: BoardKey }) {
  const t = useTexts()
  return t(isDayKey(name) ? dayTexts[name] : `order.status.${name}`)
}

/** Returns the address query with which the case list shows the cases of a column. `undated` has no filter, only a sort order. */
function searchOf(key: BoardKey): Readonly<Record<string, string>> {
  const soonest = { sort: 'deliveryOn', direction: 'ascending' }
  if (key === 'late' || key === 'today' || key === 'week') return { due: key, ...soonest }
  if (key === 'later') return { deliveryFrom: dayFromToday(8), ...soonest }
  if (key === 'undated') return { sort: 'deliveryOn', direction: 'descending' }
  return { status: key, ...soonest }
}

/**
 * Moves the focus with the arrow keys: up and down within a column, left and right to the same row of the nearest column that
 * has cards.
 */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const columns = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-column]')]
    .map((column) => [...column.querySelectorAll<HTMLElement>('[data-card]')])
    .map((cards) => cards.flatMap((card) => card.querySelector('a') ?? []))
    .filter((links) => links.length > 0)
  const at = columns.findIndex((links) => links.some((link) => link === event.target))
  if (at < 0) return
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
