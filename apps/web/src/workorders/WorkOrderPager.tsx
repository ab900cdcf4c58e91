import { limits } from '@pontic/contract'
import { useEffect } from 'react'
import { Pager } from '../ui/Pager.tsx'

const pageSizes = [limits.pageSizeDefault, 50, limits.pageSizeMax]

type Place = { page?: number | undefined; size?: number | undefined }

/** Rows a page and page as a call takes them. */
export const pagingOf = ({ page = 1, size = limits.pageSizeDefault }: Place) => ({ page, pageSize: size })

/** The foot of a list whose page stands in the address; leads back where the last page has become empty. */
export function WorkOrderPager(props: {
  search: Place
  found: { list: readonly unknown[]; total: number; totalIsExact: boolean } | undefined
  onSearch: (change: Place, options?: { replace?: boolean }) => void
}) {
  const { found, onSearch } = props
  const { page, pageSize } = pagingOf(props.search)
  const isBeyond = found !== undefined && found.list.length === 0 && page > 1
  useEffect(() => {
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
      onNext={page * pageSize < found.total ? () => onSearch({ page: page + 1 }) : undefined}
    />
  )
}
