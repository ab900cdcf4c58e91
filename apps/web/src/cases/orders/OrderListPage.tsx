import { Button } from '@mantine/core'
import { type OrderCounts, orderStatuses, orderTransitions } from '@pontic/contract'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { randomKey, useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { useSession } from '../../frame/session.ts'
import { needTexts } from '../../frame/texts.ts'
import { Page } from '../../ui/Page.tsx'
import { firstPage } from '../../ui/paged-search.ts'
import { StatRow, StatTile } from '../../ui/StatTile.tsx'
import { StatusShape } from '../../ui/StatusBadge.tsx'
import { useColumnChoice } from '../../ui/use-column-choice.ts'
import { useOpener } from '../../ui/use-opener.ts'
import { hasCaseDraft } from './case-draft-keys.ts'
import { isNarrowed, ListSearch, toOrderQuery } from './list-search.ts'
import { OrderFilters } from './OrderFilters.tsx'
import { type ListProps, OrderTable } from './OrderTable.tsx'
import { canCreateCase } from './order-actions.ts'
import { useOrderColumns } from './order-columns.tsx'
import { useOrderFinder } from './order-finder.tsx'
import './OrderList.css'

const loadNewCase = async () => {
  const [file] = await Promise.all([import('./NewCaseDialog.tsx'), needTexts(['prescription'])])
  return { default: file.NewCaseDialog }
}
const prefetchNewCase = () => void loadNewCase().catch(() => undefined)
const NewCaseDialog = lazy(loadNewCase)
// What stands above the rows and is no row comes after them.
const ListBar = lazy(() => import('./ListBar.tsx').then((file) => ({ default: file.ListBar })))
const Board = lazy(() => import('./Board.tsx').then((file) => ({ default: file.Board })))

/** The case list: figures by status above it, filters and pages in the address, rows with what is due next. */
export function OrderListPage() {
  const t = useTexts()
  const session = useSession()
  const [search, change] = useScreenSearch(ListSearch)
  const setSearch = change as ListProps['setSearch']
  const query = toOrderQuery(search)
  const list = useRead('orders.list', { body: query })
  const columns = useOrderColumns()
  const choice = useColumnChoice('orders')
  const isCreator = session !== undefined && canCreateCase(session)
  useOrderFinder()
  useNewKey(isCreator, () => setSearch({ new: 'case' }))
  return (
    <Page
      title={t('screens.orders')}
      total={search.layout === undefined && list.data?.totalIsExact ? list.data.total : undefined}
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
      <StatusFigures search={search} setSearch={setSearch} counts={list.data?.counts} />
      <Suspense fallback={<div className="list-bar" />}>
        <ListBar search={search} setSearch={setSearch} choice={choice} />
      </Suspense>
      <OrderFilters search={search} onChange={setSearch} />
      {search.layout === undefined ? (
        <OrderTable search={search} setSearch={setSearch} list={list} columns={columns} choice={choice} />
      ) : (
        <Suspense fallback={null}>
          <Board search={search} />
        </Suspense>
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
function StatusFigures({ search, setSearch, counts }: ListProps & { counts: OrderCounts | undefined }) {
  const t = useTexts()
  const session = useSession()
  // A laboratory knows a case from the moment it is sent.
  const first = session && canCreateCase(session) ? 0 : orderStatuses.indexOf(orderTransitions.send.to)
  const shown = orderStatuses.slice(first)
  // A board has columns of its own: a status is looked at in the table.
  const choose = (status: ListSearch['status']) => setSearch({ ...firstPage, status, layout: undefined })
  return (
    <StatRow
      label={t('orders.byStatus')}
      note={isNarrowed({ ...search, status: undefined }) && t('orders.byStatusNote')}
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
