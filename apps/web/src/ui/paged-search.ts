import { limits } from '@pontic/contract'
import * as z from 'zod/mini'

/** What every list with pages has in the query of its address. */
export const pagedShape = {
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageSizeMax))),
}

/** The part of a query that pages a list. */
export type PagedSearch = { page?: number | undefined; size?: number | undefined }

/** Changes the query; what is undefined leaves the address. */
export type ChangeSearch<Search> = (change: Partial<Search>, options?: { replace?: boolean }) => void

/** What stands in the body of a list's call for its page. */
export const pagingOf = ({ page = 1, size = limits.pageSizeDefault }: PagedSearch) => ({
  page,
  pageSize: size,
})
