import { limits, type Partner } from '@pontic/contract'
import { useEffect } from 'react'
import { Pager } from '../ui/Pager.tsx'
import type { ChangeSearch } from './partner-search.ts'

const pageSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax]

/** The foot of a list of partners; nothing while all of them fit on one page. */
export function PartnerPager(props: {
  page: number
  pageSize: number
  list: { list: readonly Partner[]; total: number; totalIsExact: boolean } | undefined
  onSearch: ChangeSearch
  /** Whether the size of a page can be chosen. */
  hasSizes?: boolean
}) {
  const { page, pageSize, list, onSearch } = props
  const isBeyond = list !== undefined && list.list.length === 0 && page > 1
  useEffect(() => {
    // The last row of the last page is gone.
    if (isBeyond) onSearch({ page: page > 2 ? page - 1 : undefined }, { replace: true })
  }, [isBeyond, page, onSearch])
  if (!list || list.total <= (props.hasSizes ? limits.pageSizeDefault : pageSize)) return null
  const hasNext = page * pageSize < list.total
  return (
    <Pager
      page={page}
      pageSize={pageSize}
      pageSizes={props.hasSizes ? pageSizes : [pageSize]}
      shown={list.list.length}
      total={list.total}
      isExact={list.totalIsExact}
      onPageSize={(size) =>
        onSearch({ size: size === limits.pageSizeDefault ? undefined : size, page: undefined })
      }
      onPrevious={page > 1 ? () => onSearch({ page: page > 2 ? page - 1 : undefined }) : undefined}
      onNext={hasNext ? () => onSearch({ page: page + 1 }) : undefined}
    />
  )
}
