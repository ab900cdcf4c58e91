import { memberFilters } from '@pontic/contract'
import * as z from 'zod/mini'
import { type ChangeSearch as ChangeOf, pagedShape } from '../../ui/paged-search.ts'

/** The query of the members' address: words of the search, filter, page. */
export const MemberSearch = z.object({
  words: z.optional(z.string().check(z.maxLength(100))),
  filter: z.optional(z.enum(memberFilters)),
  ...pagedShape,
})
export type MemberSearch = z.output<typeof MemberSearch>

/** Changes the query; what is undefined leaves the address. */
export type ChangeSearch = ChangeOf<MemberSearch>
