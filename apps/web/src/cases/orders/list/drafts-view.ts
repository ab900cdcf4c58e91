import type { ListSearch, SetListSearch } from '../../../ui/list.ts'

/** Value of `view` in the address of the case list that shows the drafts of new cases. */
export const draftsView = 'drafts'

/** Returns a setter that leaves the drafts when a filter, the layout or the order changes, which the drafts do not have. */
export const leavingDrafts =
  (search: ListSearch, setSearch: SetListSearch): SetListSearch =>
  (change, options) =>
    setSearch(
      search.view === draftsView && !('new' in change) && !('view' in change)
        ? { ...change, view: undefined }
        : change,
      options,
    )
