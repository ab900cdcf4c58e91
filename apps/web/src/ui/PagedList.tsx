import { limits } from '@pontic/contract'
import { useEffect } from 'react'
import type { CallFailure } from '../api.ts'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Pager } from './Pager.tsx'
import { type ChangeSearch, type PagedSearch, pagingOf } from './paged-search.ts'

const pageSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax]

/** What a page of a list was read as. */
export type ReadList<Row> = {
  data: { list: Row[]; total: number; totalIsExact: boolean; cursor: string | null } | undefined
  failure: CallFailure | undefined
  isStale: boolean
  refetch: () => void
}

/** A list whose page stands in the address: its rows, a page after the other, and what stands there when it fails. */
export function PagedList<Row extends object>(
  props: Omit<DataTableProps<Row>, 'rows' | 'isStale'> & {
    list: ReadList<Row>
    search: PagedSearch
    onSearch: ChangeSearch<PagedSearch>
  },
) {
  const { list, search, onSearch, ...table } = props
  if (list.failure) return <ErrorState {...list.failure} onRetry={list.refetch} />
  return (
    <>
      <DataTable {...table} rows={list.data?.list} isStale={list.isStale} />
      <AddressPager search={search} found={list.data} onSearch={onSearch} />
    </>
  )
}

/** The foot of a list whose page stands in the address; leads back where the last page has become empty. */
function AddressPager(props: {
  search: PagedSearch
  found: ReadList<unknown>['data']
  onSearch: ChangeSearch<PagedSearch>
}) {
  const { found, onSearch } = props
  const { page, pageSize } = pagingOf(props.search)
  const isBeyond = found !== undefined && found.list.length === 0 && page > 1
  useEffect(() => {
    // The last row of the last page is gone.
    if (isBeyond) onSearch({ page: page > 2 ? page - 1 : undefined }, { replace: true })
  }, [isBeyond, page, onSearch])
  if (!found || found.total <= limits.pageSizeDefault) return null
  return (
    <Pager
      page={page}
      pageSize={pageSize}
      pageSizes={pageSizes}
      shown={found.list.length}
      total={found.total}
      isExact={found.totalIsExact}
      onPageSize={(size) =>
        onSearch({ size: size === limits.pageSizeDefault ? undefined : size, page: undefined })
      }
      onPrevious={page > 1 ? () => onSearch({ page: page > 2 ? page - 1 : undefined }) : undefined}
      onNext={found.cursor === null ? undefined : () => onSearch({ page: page + 1 })}
    />
  )
}
