import { deliveryStates, limits, pullStates, pushEvents } from '@pontic/contract'
import * as z from 'zod/mini'

const paged = {
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(limits.pageSizeMax))),
}

/** The query of the address of a list of settings: words of the search, whether deleted ones are shown, page. */
export const SettingSearch = z.object({
  words: z.optional(z.string().check(z.maxLength(100))),
  shows: z.optional(z.enum(['deleted'])),
  ...paged,
})
export type SettingSearch = z.output<typeof SettingSearch>

/** The query of the address of the log of deliveries. */
export const DeliverySearch = z.object({
  words: z.optional(z.string().check(z.maxLength(60))),
  setting: z.optional(z.uuid()),
  state: z.optional(z.enum(deliveryStates)),
  event: z.optional(z.enum(pushEvents)),
  ...paged,
})
export type DeliverySearch = z.output<typeof DeliverySearch>

/** The query of the address of what pull settings have found. */
export const FoundSearch = z.object({
  setting: z.optional(z.uuid()),
  state: z.optional(z.enum(pullStates)),
  ...paged,
})
export type FoundSearch = z.output<typeof FoundSearch>

/** The part of a query that pages a list. */
export type PagedSearch = { page?: number | undefined; size?: number | undefined }

/** Changes the query; what is undefined leaves the address. */
export type ChangeSearch<Search> = (change: Partial<Search>, options?: { replace?: boolean }) => void

/** What stands in the body of a list's call for its page. */
export const pagingOf = ({ page = 1, size = limits.pageSizeDefault }: PagedSearch) => ({
  page,
  pageSize: size,
})
