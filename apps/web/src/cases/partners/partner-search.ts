import { Id, limits } from '@pontic/contract'
import * as z from 'zod/mini'
import { type ListSearch, pagingOf } from '../../ui/list.ts'

/** The three tabs (requirement 2.partners.tab), in their order. */
export const partnerTabs = ['search', 'applications', 'partners'] as const
export type PartnerTab = (typeof partnerTabs)[number]

/** The keys of the page's address besides those of its lists. `invite` is the case that a partner is invited for. */
export const partnerAddress = { tab: z.enum(partnerTabs), invite: Id }

/** The body that reads applications, in pages of the largest size, so that all pending ones are visible together. */
export const applicationsQuery = (search: ListSearch) =>
  pagingOf({ ...search, size: String(limits.pageSizeMax) })

/** The body that reads the total only. */
export const countQuery = { pageSize: 1 }
