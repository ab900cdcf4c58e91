import { Button } from '@mantine/core'
import { type OrderCounts, orderStatuses, orderTransitions } from '@pontic/contract'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { randomKey } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { needTexts } from '../../../frame/texts.ts'
import { useList } from '../../../ui/ListScreen.tsx'
import { firstPage, isNarrowed, type ListSearch, type SetListSearch } from '../../../ui/list.ts'
import { FilterBar } from '../../../ui/list-filters.tsx'
import { Page } from '../../../ui/Page.tsx'
import { StatRow, StatTile } from '../../../ui/StatTile.tsx'
import { StatusShape } from '../../../ui/StatusBadge.tsx'
import { useColumnChoice } from '../../../ui/use-column-choice.ts'
import { useOpener } from '../../../ui/use-opener.ts'
import { canCreateCase } from '../actions/order-actions.ts'
import { hasCaseDraft } from '../new-case/case-draft-keys.ts'
import { boardFilters, orderAddress } from './OrderFilters.tsx'
import css from './OrderList.module.css'
import { OrderTable, orderLists } from './OrderTable.tsx'
import { useOrderFinder } from './order-finder.tsx'

const loadNewCase = async () => {
  const [file] = await Promise.all([import('../new-case/NewCaseDialog.tsx'), needTexts(['prescription'])])
  return { default: file.NewCaseDialog }
}
const prefetchNewCase = () => void loadNewCase().catch(() => undefined)
const NewCaseDialog = lazy(loadNewCase)
// What stands above the rows and is no row comes after them.
const ListBar = lazy(() => import('./ListBar.tsx').then((file) => ({ default: file.ListBar })))
const Board = lazy(() => import('../board/Board.tsx').then((file) => ({ default: file.Board })))

/** The case list: figures by status above it, filters and pages in the address, rows with what is due next. */
export function OrderListPage() {
  const t = useTexts()
  const session = useSession()
  const isCreator = session !== undefined && canCreateCase(session)
  const list = orderLists[isCreator ? 'clinic' : 'lab']
  const read = useList(list, orderAddress)
  const { search, onSearch: setSearch, data } = read
  const choice = useColumnChoice('orders')
  useOrderFinder()
  useNewKey(isCreator, () => setSearch({ new: 'case' }))
  return (
    <Page
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
      <StatusFigures search={search} setSearch={setSearch} counts={data?.counts} />
      <Suspense fallback={<div className={css.listBar} />}>
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
 * The dialog for a new case, fetched when the pointer or the focus is on its button, or at the latest when it opens. Each
 * opening has an id of its own; once something is filled in the address names it, so that a reload brings it back.
 * @param props.opened `case` for an empty one, the id of a draft, or undefined
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
  useOpener(isOpen)
  return draftId === undefined ? null : (
    <Suspense fallback={null}>
      <NewCaseDialog
        key={draftId}
        draftId={draftId}
        isOpen={isOpen}
        onKept={() => opened === 'case' && onOpen(draftId, { replace: true })}
        onOpenDraft={onOpen}
        onClose={() => onOpen(undefined)}
      />
    </Suspense>
  )
}

/** `n` opens the dialog for a new case, outside of fields and dialogs. */
function useNewKey(isActive: boolean, onPress: () => void) {
  useEffect(() => {
    if (!isActive) return
    const onKey = (event: KeyboardEvent) => {
      const isOther = event.key !== 'n' || event.ctrlKey || event.metaKey || event.altKey
      const at = event.target as HTMLElement
      if (isOther || at.closest('input, textarea, select, [role="dialog"], [role="menu"]')) return
      event.preventDefault()
      onPress()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

/** All cases and those of each status: the list's tabs. They count whatever is searched, and say so beside a search. */
function StatusFigures(props: {
  search: ListSearch
  setSearch: SetListSearch
  counts: OrderCounts | undefined
}) {
  const { search, setSearch, counts } = props
  const t = useTexts()
  const session = useSession()
  // A laboratory knows a case from the moment it is sent.
  const first = session && canCreateCase(session) ? 0 : orderStatuses.indexOf(orderTransitions.send.to)
  const shown = orderStatuses.slice(first)
  // A board has columns of its own: a status is looked at in the table.
  const choose = (status: string | undefined) => setSearch({ ...firstPage, status, layout: undefined })
  return (
    <StatRow
      label={t('orders.byStatus')}
      note={isNarrowed(orderLists.lab, { ...search, status: undefined }) && t('orders.byStatusNote')}
    >
      <StatTile
        label={t('orders.all')}
        value={counts?.total}
        isActive={search.status === undefined && search.layout === undefined}
        onSelect={() => choose(undefined)}
      />
      {shown.map((status) => (
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
