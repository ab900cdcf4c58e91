import type { CallFailure } from '../frame/api.ts'
import { AddressPager, type FoundPage } from './AddressPager.tsx'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { ErrorState } from './ErrorState.tsx'
import type { ChangeSearch, PagedSearch } from './paged-search.ts'

/** What a page of a list was read as. */
export type ReadList<Row> = {
  data: FoundPage<Row> | undefined
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
      <AddressPager search={search} found={list.data} isStale={list.isStale} onSearch={onSearch} />
    </>
  )
}
