import { limits } from '@pontic/contract'
import { isId, oneOf } from '../../frame/search-checks.ts'
import { type ListSearch, pagingOf } from '../../ui/list.ts'

/** The tabs of the page of partners (requirement 2.partners.tab), in display order. */
export const partnerTabs = ['search', 'applications', 'partners'] as const
export type PartnerTab = (typeof partnerTabs)[number]

/** The query keys of the page's address that are not filters. `invite`: id of the case to reserve for an invited laboratory. */
export const partnerAddress = { tab: oneOf(...partnerTabs), invite: isId }

/** Returns the body of the call that lists applications. The page size is the maximum, so that usually one page has all of them. */
export const applicationsQuery = (search: ListSearch) =>
  pagingOf({ ...search, size: String(limits.pageSizeMax) })

/** The body of a list call whose caller needs only the total. */
export const countQuery = { pageSize: 1 }
