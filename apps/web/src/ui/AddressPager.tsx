import { limits } from '@pontic/contract'
import { useEffect } from 'react'
import { Pager } from './Pager.tsx'
import { type ChangeSearch, firstPage, type PagedSearch, pagingOf } from './paged-search.ts'

const chosenSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax] as const

/** A page of a list as the server answers it. */
export type FoundPage<Row> = {
  list: readonly Row[]
  total: number
  totalIsExact: boolean
  cursor: string | null
}

/**
 * The foot of a list whose page stands in the address; nothing while all rows fit on the smallest page. Cursors lead
 * forward however long the list is; the way back is counted from the start, as far as the server counts. Leads back by
 * itself where the last page has become empty.
 */
export function AddressPager(props: {
  search: PagedSearch
  found: FoundPage<unknown> | undefined
  onSearch: ChangeSearch<PagedSearch>
  /** Which sizes a page can have, the smallest first. */
  pageSizes?: readonly [number, ...number[]]
}) {
  const { found, onSearch, pageSizes = chosenSizes } = props
  const { page, pageSize } = pagingOf(props.search)
  const isBeyond = found !== undefined && found.list.length === 0 && page > 1
  useEffect(() => {
    // The last row of the last page is gone.
    if (isBeyond) onSearch(pageBefore(page), { replace: true })
  }, [isBeyond, page, onSearch])
  if (!found || (found.total <= pageSizes[0] && page === 1)) return null
  const { cursor } = found
  const mayGoBack = page > 1 && (page - 2) * pageSize <= limits.filteredTotalMax
  return (
    <Pager
      page={page}
      pageSize={pageSize}
      pageSizes={pageSizes}
      shown={found.list.length}
      total={found.total}
      isExact={found.totalIsExact}
      onPageSize={(size) =>
        onSearch({ size: size === limits.pageSizeDefault ? undefined : size, ...firstPage })
      }
      onPrevious={mayGoBack ? () => onSearch(pageBefore(page)) : undefined}
      onNext={cursor === null ? undefined : () => onSearch({ page: page + 1, cursor })}
    />
  )
}

const pageBefore = (page: number) => ({ ...firstPage, page: page > 2 ? page - 1 : undefined })
