import * as z from 'zod/mini'
import { type ChangeSearch as ChangeOf, pagedShape } from '../../ui/paged-search.ts'

/** The three tabs (requirement 2.partners.tab), in their order. */
export const partnerTabs = ['search', 'applications', 'partners'] as const
export type PartnerTab = (typeof partnerTabs)[number]

/** The query of the partners' address: tab, words of its search, page. */
export const PartnerSearch = z.object({
  tab: z.optional(z.enum(partnerTabs)),
  words: z.optional(z.string().check(z.maxLength(100))),
  // The case that an invitation is to keep ready: opens the invitation.
  invite: z.optional(z.uuid()),
  ...pagedShape,
})
export type PartnerSearch = z.output<typeof PartnerSearch>

/** Changes the query; what is undefined leaves the address. */
export type ChangeSearch = ChangeOf<PartnerSearch>

/** What every tab is given. */
export type TabProps = { search: PartnerSearch; onSearch: ChangeSearch }
