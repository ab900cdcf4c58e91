import { limits } from '@pontic/contract'
import { type PagedSearch, pagingOf } from '../../ui/paged-search.ts'

/** Applications are few; as many as a page can hold, so that those that wait for an answer are seen together. */
export const applicationsQuery = (search: PagedSearch) => pagingOf({ ...search, size: limits.pageSizeMax })

/** Only the total is of interest. */
export const countQuery = { pageSize: 1 }
