import { limits } from '@pontic/contract'
import { useEffect, useState } from 'react'
import { Pager } from './Pager.tsx'
import { findPreviousCursor, rememberPage } from './page-trail.ts'
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
 * The foot of a list whose page stands in the address; nothing while all rows fit on the smallest page. The way back
 * is the one that was come by; where that is not known, it is the first page. Leads back by itself where the last page
 * has become empty.
 */
export function AddressPager(props: {
  search: PagedSearch
  found: FoundPage<unknown> | undefined
  /** Whether `found` is still the page before. */
  isStale: boolean
  onSearch: ChangeSearch<PagedSearch>
  /** Which sizes a page can have, the smallest first. */
  pageSizes?: readonly [number, ...number[]]
  /** Whether the number of rows is told for a short list too. */
  isAlwaysShown?: boolean
}) {
  const { search, found, isStale, onSearch, pageSizes = chosenSizes } = props
  const { page, pageSize, cursor } = pagingOf(search)
  const list = nameOf(search)
  const start = useShownStart((page - 1) * pageSize, isStale)
  const isBeyond = found !== undefined && !isStale && found.list.length === 0 && page > 1
  useEffect(() => rememberPage(list, page, cursor), [list, page, cursor])
  useEffect(() => {
    // The last row of the last page is gone.
    if (isBeyond) onSearch(pageBefore(list, page), { replace: true })
  }, [isBeyond, list, page, onSearch])
  if (!found || found.list.length === 0) return null
  if (found.total <= pageSizes[0] && page === 1 && !props.isAlwaysShown) return null
  const turnTo = (change: Partial<PagedSearch>) => {
    onSearch(change)
    scrollTo({ top: 0 })
  }
  return (
    <Pager
      start={start}
      pageSize={pageSize}
      pageSizes={pageSizes}
      shown={found.list.length}
      total={found.total}
      isExact={found.totalIsExact}
      onPageSize={(size) =>
        onSearch({ ...firstPage, size: size === limits.pageSizeDefault ? undefined : size })
      }
      onPrevious={page > 1 ? () => turnTo(pageBefore(list, page)) : undefined}
      onNext={nextOf(found, (next) => {
        // The cursor of the page before leads to the one that is just being read.
        if (!isStale) turnTo({ page: page + 1, cursor: next })
      })}
    />
  )
}

/** How many rows stand before the ones that are shown: those of the page before, until the next one has come. */
function useShownStart(start: number, isStale: boolean): number {
  const [shown, setShown] = useState(start)
  if (!isStale && shown !== start) setShown(start)
  return isStale ? shown : start
}

const nextOf = ({ cursor }: FoundPage<unknown>, turn: (cursor: string) => void) =>
  cursor === null ? undefined : () => turn(cursor)

/** What a cursor belongs to: the address with everything of its query but the place in the list. */
function nameOf({ cursor: _, page: __, ...rest }: PagedSearch): string {
  return `${location.pathname} ${JSON.stringify(rest)}`
}

function pageBefore(list: string, page: number) {
  const cursor = findPreviousCursor(list, page)
  return cursor === undefined ? firstPage : { page: page - 1, cursor }
}
