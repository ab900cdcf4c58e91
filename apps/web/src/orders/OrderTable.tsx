import { Button } from '@mantine/core'
import { limits, type Order, type OrderSort } from '@pontic/contract'
import { IconFileZip } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type useRead, useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { BulkBar, DataTable } from '../ui/DataTable.tsx'
import { startDownload } from '../ui/download.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pager } from '../ui/Pager.tsx'
import { firstPage, type ListSearch, toOrderQuery } from './list-search.ts'
import { NoCases } from './NoCases.tsx'
import { ActionMenu, NextAction, type PressAction, useCaseActions } from './OrderActions.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { PhoneOrder } from './PhoneOrder.tsx'
import { findPreviousCursor } from './page-trail.ts'

type SetSearch = (change: Partial<ListSearch>, options?: { replace?: boolean }) => void

/** What the parts of the list are given: the query of the address, and the way to change it. */
export type ListProps = { search: ListSearch; setSearch: SetSearch }

type OrderPage = ReturnType<typeof useRead<'orders.list'>>

const pageSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax]

/** The rows of the case list with their actions, the pages below, and what can be done with selected ones. */
export function OrderTable({ search, setSearch, list }: ListProps & { list: OrderPage }) {
  const t = useTexts('orders')
  const columns = useOrderColumns()
  const navigate = useNavigate()
  const actions = useCaseActions()
  const query = toOrderQuery(search)
  const rows = list.data?.list
  const [selected, setSelected] = useState<string[]>([])
  // What is no longer on the page can't be meant.
  const chosen = rows?.filter((order) => selected.includes(order.id)) ?? []
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
        rows={rows}
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
        selected={chosen.map((order) => order.id)}
        onSelect={setSelected}
        isStale={list.isStale}
        empty={<NoCases search={search} setSearch={setSearch} />}
      />
      <OrderPager search={search} setSearch={setSearch} list={list} />
      <BulkBar count={chosen.length} onClear={() => setSelected([])}>
        <BulkDownload orders={chosen} />
      </BulkBar>
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

/** Downloads each selected case that has whole files, one ZIP after the other. */
function BulkDownload({ orders }: { orders: readonly Order[] }) {
  const t = useTexts('orders')
  const ticket = useWrite('files.createTicket')
  const ready = orders.filter((order) => order.filesVerified > 0)
  const download = async () => {
    for (const order of ready) {
      const reply = await ticket.send({ body: { id: order.id } })
      if (reply) startDownload(reply.path)
    }
  }
  return (
    <Button
      size="xs"
      variant="default"
      disabled={ready.length === 0}
      loading={ticket.isBusy}
      leftSection={<IconFileZip size={16} stroke={1.75} />}
      onClick={() => void download()}
    >
      {t('bulkDownload')}
    </Button>
  )
}
