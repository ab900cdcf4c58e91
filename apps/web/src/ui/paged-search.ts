import { limits } from '@pontic/contract'
import * as z from 'zod/mini'

/** What every list with pages has in the query of its address. */
export const pagedShape = {
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageSizeMax))),
  cursor: z.optional(z.string().check(z.maxLength(500))),
}

/** The part of a query that pages a list; `cursor` is where the page before has ended. */
export type PagedSearch = {
  page?: number | undefined
  size?: number | undefined
  cursor?: string | undefined
}

/** Changes the query; what is undefined leaves the address. */
export type ChangeSearch<Search> = (change: Partial<Search>, options?: { replace?: boolean }) => void

/** A change of what is sought or sorted leads back to the first page: a cursor belongs to the list it was made for. */
export const firstPage = { page: undefined, cursor: undefined } as const

/** What stands in the body of a list's call for its page. */
export const pagingOf = ({ page = 1, size = limits.pageSizeDefault, cursor }: PagedSearch) => ({
  page,
  pageSize: size,
  ...(cursor === undefined ? {} : { cursor }),
})
