import { Button } from '@mantine/core'
import { type OrderCounts, orderStatuses, orderTransitions } from '@pontic/contract'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { randomKey } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { useList } from '../../../ui/ListScreen.tsx'
import { firstPage, hasFilters, type ListSearch, type SetListSearch } from '../../../ui/list.ts'
import { FilterBar } from '../../../ui/list-filters.tsx'
import { Page } from '../../../ui/Page.tsx'
import { StatRow, StatTile } from '../../../ui/StatTile.tsx'
import { StatusShape } from '../../../ui/StatusBadge.tsx'
import { useColumnChoice } from '../../../ui/use-column-choice.ts'
import { useRestoredFocus } from '../../../ui/use-opener.ts'
import { StoppedUploads } from '../../files/StoppedUploads.tsx'
import { canCreateCase } from '../actions/order-actions.ts'
import { hasCaseDraft } from '../new-case/case-draft-keys.ts'
import css from './ListBar.module.css'
import { boardFilters, orderAddress } from './OrderFilters.tsx'
import listCss from './OrderList.module.css'
import { OrderTable, orderLists } from './OrderTable.tsx'
import { useOrderFinder } from './order-finder.tsx'
import { useShortcut } from './use-shortcut.ts'

const loadNewCase = () =>
  import('../new-case/NewCaseDialog.tsx').then((file) => ({ default: file.NewCaseDialog }))
const prefetchNewCase = () => void loadNewCase().catch(() => undefined)
const NewCaseDialog = lazy(loadNewCase)
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
  const { search, onSearch: setSearch, data } = read
  const choice = useColumnChoice('orders')
  useOrderFinder()
  useShortcut('n', () => setSearch({ new: 'case' }), isCreator)
  return (
    <Page
      isLow
      title={t('screens.orders')}
      total={search.layout === undefined && data?.totalIsExact ? data.total : undefined}
      actions={
        isCreator && (
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} />}
            aria-keyshortcuts="n"
            onPointerEnter={prefetchNewCase}
            onFocus={prefetchNewCase}
            onClick={() => setSearch({ new: 'case' })}
          >
            {t('orders.newCase')}
          </Button>
        )
      }
    >
      <StoppedUploads />
      <div className={listCss.numbers}>
        <StatusFigures search={search} setSearch={setSearch} counts={data?.counts} />
      </div>
      <Suspense fallback={<div className={css.bar} />}>
        <ListBar search={search} setSearch={setSearch} choice={choice} />
      </Suspense>
      {search.layout === undefined ? (
        <OrderTable list={list} read={read} choice={choice} />
      ) : (
        <>
          <FilterBar list={boardFilters} search={search} onSearch={setSearch} />
          <Suspense fallback={null}>
            <Board search={search} />
          </Suspense>
        </>
      )}
      {isCreator && (
        <NewCase opened={search.new} onOpen={(opened, options) => setSearch({ new: opened }, options)} />
      )}
    </Page>
  )
}

/**
 * Opens the dialog for a new case. Each new case gets a draft id. Once the draft is stored, the address contains this id, so that
 * a reload restores the draft.
 * @param props.opened `case` for an empty case, the id of a draft, or undefined while the dialog is closed
 */
function NewCase(props: {
  opened: string | undefined
  onOpen: (opened: string | undefined, options?: { replace: boolean }) => void
}) {
  const { opened, onOpen } = props
  const accountId = useSession()?.account_id ?? ''
  const [last, setLast] = useState<string>()
  const [draftId, setDraftId] = useState<string>()
  if (opened !== last) {
    setLast(opened)
    if (opened === 'case') setDraftId(randomKey())
    else if (opened !== undefined && hasCaseDraft(accountId, opened)) setDraftId(opened)
  }
  const isOpen = draftId !== undefined && (opened === 'case' || opened === draftId)
  useRestoredFocus(isOpen)
  return draftId === undefined ? null : (
    <Suspense fallback={null}>
      <NewCaseDialog
        key={draftId}
        draftId={draftId}
        isOpen={isOpen}
        onDraftStored={() => opened === 'case' && onOpen(draftId, { replace: true })}
        onOpenDraft={onOpen}
        onClose={() => onOpen(undefined)}
      />
    </Suspense>
  )
}

/** Tiles with the number of cases, in total and by status, which filter the list. The numbers do not depend on the filters. */
function StatusFigures(props: {
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
        isActive={search.status === undefined && search.layout === undefined}
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
}
