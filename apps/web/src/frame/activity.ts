import { createStore } from './store.ts'

/** Whether a request is pending, for the loading bar, and whether a blocking write is pending, for the overlay. */
export type Activity = { readonly isBusy: boolean; readonly isBlocking: boolean }

/** The pending requests. `cache.ts` sets it, so that pages without requests do not load the query library. */
export const activity = createStore<Activity>({ isBusy: false, isBlocking: false })
