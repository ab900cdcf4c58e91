import { limits } from '@pontic/contract'
import { type ListSearch, pagingOf } from '../../ui/list.ts'

/** Applications are few; as many as a page can hold, so that those that wait for an answer are seen together. */
export const applicationsQuery = (search: ListSearch) =>
  pagingOf({ ...search, size: String(limits.pageSizeMax) })

/** Only the total is of interest. */
export const countQuery = { pageSize: 1 }
