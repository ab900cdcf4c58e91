import { memberFilters } from '@pontic/contract'
import * as z from 'zod/mini'

/** The query of the members' address: words of the search, filter, page. */
export const MemberSearch = z.object({
  words: z.optional(z.string().check(z.maxLength(100))),
  filter: z.optional(z.enum(memberFilters)),
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000_000))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
})
export type MemberSearch = z.output<typeof MemberSearch>

/** Changes the query; what is undefined leaves the address. */
export type ChangeSearch = (change: Partial<MemberSearch>, options?: { replace?: boolean }) => void
