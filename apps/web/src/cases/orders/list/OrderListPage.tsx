import { Button } from '@mantine/core'
import { type OrderCounts, orderStatuses, orderTransitions } from '@pontic/contract'
import { lazy, memo, Suspense, useCallback, useMemo, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { IconPlus } from '../../../ui/icons.ts'
import { useList } from '../../../ui/ListScreen.tsx'
import { firstPage, hasFilters, type ListSearch, type SetListSearch } from '../../../ui/list.ts'
import { FilterBar } from '../../../ui/list-filters.tsx'
import { Page } from '../../../ui/Page.tsx'
import { StatRow, StatTile } from '../../../ui/StatTile.tsx'
import { StatusShape } from '../../../ui/StatusBadge.tsx'
import { useColumnChoice } from '../../../ui/use-column-choice.ts'
import { useStable } from '../../../ui/use-stable.ts'
import { StoppedUploads } from '../../files/StoppedUploads.tsx'
import { canCreateCase } from '../actions/order-actions.ts'
import { draftsView, leavingDrafts } from './drafts-view.ts'
import css from './ListBar.module.css'
import { boardFilters, orderAddress } from './OrderFilters.tsx'
import listCss from './OrderList.module.css'
import { OrderTable, orderLists } from './OrderTable.tsx'
import { useOrderFinder } from './order-finder.tsx'
import { useShortcut } from './use-shortcut.ts'

const loadNewCase = () => import('../new-case/NewCase.tsx').then((file) => ({ default: file.NewCase }))
const prefetchNewCase = () => void loadNewCase().catch(() => undefined)
const NewCase = lazy(loadNewCase)
const CaseDrop = lazy(() => import('../new-case/CaseDrop.tsx').then((file) => ({ default: file.CaseDrop })))
const DraftList = lazy(() => import('./DraftList.tsx').then((file) => ({ default: file.DraftList })))
// Loaded separately, so that the rows do not wait for the bar.
const ListBar = lazy(() => import('./ListBar.tsx').then((file) => ({ default: file.ListBar })))
const Board = lazy(() => import('../board/Board.tsx').then((file) => ({ default: file.Board })))

/** The page with the case list: counts by status, saved views, and a table or a board. Filters and page are in the address. */
export function OrderListPage() {
  const t = useTexts()
  const session = useSession()
  const isCreator = session !== undefined && canCreateCase(session)
  const list = orderLists[isCreator ? 'clinic' : 'lab']
  const read = useList(list, orderAddress)
  const { onSearch, data, failure, isStale, retry } = read
  // The parts of the page are memoized. Opening a dialog or the next page changes neither filters nor counts.
  const { new: opened, ...listed } = read.search
  const search = useStable(listed)
  const { page: _, cursor: __, ...unpaged } = listed
  const filters = useStable(unpaged)
  const counts = useStable(data?.counts)
  const table = useMemo(
    () => ({ search, onSearch, data, failure, isStale, retry }),
    [search, onSearch, data, failure, isStale, retry],
  )
  const setSearch = useMemo(() => leavingDrafts(filters, onSearch), [filters, onSearch])
  const openNewCase = useCallback(() => setSearch({ new: 'case' }), [setSearch])
  const hasTable = search.layout === undefined && search.view !== draftsView
  const choice = useColumnChoice('orders')
  useOrderFinder()
  useShortcut('n', openNewCase, isCreator)
  return (
    <Page
      isLow
      title={t('screens.orders')}
      total={hasTable && data?.totalIsExact ? data.total : undefined}
      actions={isCreator && <NewCaseButton onClick={openNewCase} />}
    >
      <StoppedUploads />
      <div className={listCss.numbers}>
        <StatusFigures search={filters} setSearch={setSearch} counts={counts} />
      </div>
      <div className={css.bar} data-side={isCreator ? 'clinic' : 'lab'}>
        <Suspense fallback={null}>
          <ListBar search={filters} setSearch={setSearch} choice={choice} />
        </Suspense>
      </div>
      {search.view === draftsView && isCreator ? (
        <Suspense fallback={null}>
          <DraftList onOpen={(id) => setSearch({ new: id })} />
        </Suspense>
      ) : search.layout === undefined ? (
        <OrderTable list={list} read={table} choice={choice} />
      ) : (
        <>
          <FilterBar list={boardFilters} search={filters} onSearch={setSearch} />
          <Suspense fallback={null}>
            <Board search={filters} />
          </Suspense>
        </>
      )}
      {isCreator && <NewCasePart opened={opened} onOpen={setSearch} />}
    </Page>
  )
}

const NewCaseButton = memo(({ onClick }: { onClick: () => void }) => {
  const t = useTexts('orders')
  return (
    <Button
      leftSection={<IconPlus />}
      aria-keyshortcuts="n"
      onPointerEnter={prefetchNewCase}
      onFocus={prefetchNewCase}
      onClick={onClick}
    >
      {t('newCase')}
    </Button>
  )
})

/** The form of a new case, which is loaded when it is opened first, and the drop of files that opens it. */
const NewCasePart = memo(({ opened, onOpen }: { opened: string | undefined; onOpen: SetListSearch }) => {
  const [wasOpened, setWasOpened] = useState(false)
  if (opened !== undefined && !wasOpened) setWasOpened(true)
  return (
    <Suspense fallback={null}>
      <CaseDrop />
      {wasOpened && <NewCase opened={opened} onOpen={(next, options) => onOpen({ new: next }, options)} />}
    </Suspense>
  )
})

/** Tiles with the number of cases, in total and by status, which filter the list. The numbers do not depend on the filters. */
const StatusFigures = memo(function Figures(props: {
  search: ListSearch
  setSearch: SetListSearch
  counts: OrderCounts | undefined
}) {
  const { search, setSearch, counts } = props
  const t = useTexts()
  const session = useSession()
  // A laboratory sees only sent cases, so it has no tiles for earlier statuses.
  const first = session && canCreateCase(session) ? 0 : orderStatuses.indexOf(orderTransitions.send.to)
  const statuses = orderStatuses.slice(first)
  // A board can't be filtered by status, so a tile switches to the table.
  const choose = (status: string | undefined) => setSearch({ ...firstPage, status, layout: undefined })
  return (
    <StatRow
      label={t('orders.byStatus')}
      isLow
      note={hasFilters(orderLists.lab, { ...search, status: undefined }) && t('orders.byStatusNote')}
    >
      <StatTile
        label={t('orders.all')}
        value={counts?.total}
        isActive={search.status === undefined && search.layout === undefined && search.view !== draftsView}
        onSelect={() => choose(undefined)}
      />
      {statuses.map((status) => (
        <StatTile
          key={status}
          label={t(`order.status.${status}`)}
          value={counts?.[status]}
          shape={<StatusShape status={status} size={14} />}
          isActive={search.status === status}
          onSelect={() => choose(search.status === status ? undefined : status)}
        />
      ))}
    </StatRow>
  )
})
