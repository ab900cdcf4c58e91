import { limits } from '@pontic/contract'
import { useEffect } from 'react'
import type { CallFailure } from '../api.ts'
import { DataTable, type DataTableProps } from '../ui/DataTable.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pager } from '../ui/Pager.tsx'
import type { ChangeSearch, PagedSearch } from './manage-search.ts'

const pageSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax]

/** What a page of a list was read as. */
export type ReadList<Row> = {
  data: { list: Row[]; total: number; totalIsExact: boolean; cursor: string | null } | undefined
  failure: CallFailure | undefined
  isStale: boolean
  refetch: () => void
}

/** What stands in the body of a list's call for its page. */
export const pagingOf = ({ page = 1, size = limits.pageSizeDefault }: PagedSearch) => ({
  page,
  pageSize: size,
})

/** A list of the back office: its rows, a page after the other, with what stands there when it fails or is empty. */
export function PagedList<Row extends object>(
  props: Omit<DataTableProps<Row>, 'rows' | 'isStale'> & {
    list: ReadList<Row>
    search: PagedSearch
    onSearch: ChangeSearch<PagedSearch>
  },
) {
  const { list, search, onSearch, ...table } = props
  const { page, pageSize } = pagingOf(search)
  const isBeyond = list.data !== undefined && list.data.list.length === 0 && page > 1
  useEffect(() => {
    // The last row of the last page is gone.
    if (isBeyond) onSearch({ page: page > 2 ? page - 1 : undefined }, { replace: true })
  }, [isBeyond, page, onSearch])
  if (list.failure) return <ErrorState {...list.failure} onRetry={list.refetch} />
  return (
    <>
      <DataTable {...table} rows={list.data?.list} isStale={list.isStale} />
      {list.data && list.data.total > limits.pageSizeDefault && (
        <Pager
          page={page}
          pageSize={pageSize}
          pageSizes={pageSizes}
          shown={list.data.list.length}
          total={list.data.total}
          isExact={list.data.totalIsExact}
          onPageSize={(size) =>
            onSearch({ size: size === limits.pageSizeDefault ? undefined : size, page: undefined })
          }
          onPrevious={page > 1 ? () => onSearch({ page: page > 2 ? page - 1 : undefined }) : undefined}
          onNext={list.data.cursor === null ? undefined : () => onSearch({ page: page + 1 })}
        />
      )}
    </>
  )
}
