import { limits } from '@pontic/contract'

/** Applications are few; as many as a page can hold, so that those that wait for an answer are seen together. */
export const applicationsQuery = (page: number) => ({ page, pageSize: limits.pageSizeMax })

/** Only the total is of interest. */
export const countQuery = { pageSize: 1 }
