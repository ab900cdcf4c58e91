import { Button } from '@mantine/core'
import {
  limits,
  type Order,
  type OrderCounts,
  type OrderSort,
  orderStatuses,
  orderTransitions,
} from '@pontic/contract'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { useScreenSearch } from '../router.tsx'
import { mayOpen, screenOf } from '../screens.tsx'
import { useSession } from '../session.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Page } from '../ui/Page.tsx'
import { Pager } from '../ui/Pager.tsx'
import { StatRow, StatTile } from '../ui/StatTile.tsx'
import { StatusShape } from '../ui/StatusBadge.tsx'
import { firstPage, isNarrowed, ListSearch, toOrderQuery, withoutFilters } from './list-search.ts'
import { ActionMenu, NextAction, type PressAction, useCaseActions } from './OrderActions.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { canCreateCase } from './order-actions.ts'
import { useOrderColumns } from './order-columns.tsx'
import { PhoneOrder } from './PhoneOrder.tsx'
import { findPreviousCursor, rememberPage } from './page-trail.ts'
import './OrderList.css'

const NewCaseDialog = lazy(() =>
  import('./NewCaseDialog.tsx').then((file) => ({ default: file.NewCaseDialog })),
)

type SetSearch = (change: Partial<ListSearch>, options?: { replace?: boolean }) => void
type ListProps = { search: ListSearch; setSearch: SetSearch }

const pageSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax]

/** The case list: figures by status above it, filters and pages in the address, rows with what is due next. */
export function OrderListPage() {
  const t = useTexts()
  const session = useSession()
  const [search, change] = useScreenSearch(ListSearch)
  const setSearch = change as SetSearch
  const query = useMemo(() => toOrderQuery(search), [search])
  const list = useRead('orders.list', { body: query })
  const isCreator = session !== undefined && canCreateCase(session)
  useEffect(() => rememberPage(query), [query])
  useNewKey(isCreator, () => setSearch({ new: 'case' }))
  return (
    <Page
      title={t('screens.orders')}
      total={list.data?.counts.total}
      actions={
        isCreator && (
          <Button
            leftSection={<IconPlus size={18} stroke={1.75} />}
            aria-keyshortcuts="n"
            onClick={() => setSearch({ new: 'case' })}
          >
            {t('orders.newCase')}
          </Button>
        )
      }
    >
      <StatusFigures search={search} setSearch={setSearch} counts={list.data?.counts} />
      <OrderFilters search={search} onChange={setSearch} />
      <OrderTable search={search} setSearch={setSearch} list={list} />
      {isCreator && (
        <Suspense fallback={null}>
          <NewCaseDialog isOpen={search.new === 'case'} onClose={() => setSearch({ new: undefined })} />
        </Suspense>
      )}
    </Page>
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

/** All cases and those of each status: the list's tabs. */
function StatusFigures({ search, setSearch, counts }: ListProps & { counts: OrderCounts | undefined }) {
  const t = useTexts()
  const session = useSession()
  // A laboratory knows a case from the moment it is sent.
  const first = session && canCreateCase(session) ? 0 : orderStatuses.indexOf(orderTransitions.send.to)
  const shown = orderStatuses.slice(first)
  const choose = (status: ListSearch['status']) => setSearch({ ...firstPage, status })
  return (
    <StatRow label={t('orders.byStatus')}>
      <StatTile
        label={t('orders.all')}
        value={counts?.total}
        isActive={search.status === undefined}
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

type OrderPage = ReturnType<typeof useRead<'orders.list'>>

function OrderTable({ search, setSearch, list }: ListProps & { list: OrderPage }) {
  const t = useTexts('orders')
  const columns = useOrderColumns()
  const navigate = useNavigate()
  const actions = useCaseActions()
  const query = toOrderQuery(search)
  if (list.failure && !list.data) return <ErrorState {...list.failure} onRetry={list.refetch} />
  const open = (order: Order) => {
    if (!order.isWithdrawn) void navigate({ to: '/order/detail/$id', params: { id: order.id } })
  }
  return (
    <>
      <DataTable
        label={t('list')}
        name="orders"
        columns={columns}
        rows={list.data?.list}
        rowId={(order) => order.id}
        rowName={(order) => order.number}
        onOpen={open}
        sort={{ key: query.sort, isDescending: query.direction === 'descending' }}
        onSort={({ key, isDescending }) =>
          setSearch({
            ...firstPage,
            sort: key as OrderSort,
            direction: isDescending ? 'descending' : 'ascending',
          })
        }
        rowActions={(order) => <RowActions order={order} onPress={actions.press} />}
        phoneRow={(order) => <PhoneOrder order={order} onPress={actions.press} />}
        isStale={list.isStale}
        empty={<NoCases search={search} setSearch={setSearch} />}
      />
      <OrderPager search={search} setSearch={setSearch} list={list} />
      {actions.dialog}
    </>
  )
}

function RowActions({ order, onPress }: { order: Order; onPress: PressAction }) {
  return (
    <span className="row-actions">
      <NextAction order={order} onPress={onPress} isSmall />
      <ActionMenu order={order} onPress={onPress} />
    </span>
  )
}

function OrderPager({ search, setSearch, list }: ListProps & { list: OrderPage }) {
  const query = toOrderQuery(search)
  const data = list.data
  if (!data || data.list.length === 0) return null
  const back = () => {
    const cursor = findPreviousCursor(query)
    setSearch(cursor === undefined ? firstPage : { page: query.page - 1, cursor })
    scrollTo({ top: 0 })
  }
  const on = (cursor: string) => {
    setSearch({ page: query.page + 1, cursor })
    scrollTo({ top: 0 })
  }
  const { cursor } = data
  return (
    <Pager
      page={query.page}
      pageSize={query.pageSize}
      pageSizes={pageSizes}
      shown={data.list.length}
      total={data.total}
      isExact={data.totalIsExact}
      onPageSize={(size) => setSearch({ ...firstPage, size })}
      onPrevious={query.page > 1 ? back : undefined}
      onNext={cursor === null || list.isStale ? undefined : () => on(cursor)}
    />
  )
}

/** An empty list: what belongs here and the first step; a narrowed one: the way back to all. */
function NoCases({ search, setSearch }: ListProps) {
  const t = useTexts('orders.empty')
  const session = useSession()
  if (!session) return null
  if (isNarrowed(search)) {
    return (
      <EmptyState
        drawing="search"
        title={t('nothingFound')}
        text={t('nothingFoundText')}
        action={
          <Button variant="default" onClick={() => setSearch(withoutFilters)}>
            {t('showAll')}
          </Button>
        }
      />
    )
  }
  if (!canCreateCase(session)) return <EmptyState drawing="cases" title={t('lab')} text={t('labText')} />
  return (
    <EmptyState
      drawing="cases"
      title={t('clinic')}
      text={t('clinicText')}
      action={
        <>
          <Button onClick={() => setSearch({ new: 'case' })}>{t('first')}</Button>
          {mayOpen(screenOf('/followcard/list'), session) && (
            <Button variant="default" component={Link} {...({ to: '/followcard/list' } as object)}>
              {t('findLab')}
            </Button>
          )}
        </>
      }
    />
  )
}
