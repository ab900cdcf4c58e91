import { createStore } from './store.ts'

/** Levels of notices (requirement 8.levels). */
export type NoticeLevel = 'info' | 'warning' | 'error'

/**
 * A message for the user, in their language. `requestId` is shown so that they can quote it to support. With `isLasting`, the
 * notice stays until it is dismissed.
 */
export type Notice = {
  readonly id: number
  readonly level: NoticeLevel
  readonly text: string
  readonly requestId?: string | undefined
  readonly isLasting?: true
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined
}

const notices = createStore<readonly Notice[]>([])
let lastId = 0

// When there are more notices, the oldest is removed.
const shownMax = 4

/** Shows a notice (requirement 8.store). It replaces a shown notice with the same text. @returns the id of the notice */
export function showNotice(notice: Omit<Notice, 'id'>): number {
  lastId += 1
  const others = notices.get().filter((shown) => shown.text !== notice.text)
  notices.set([...others, { ...notice, id: lastId }].slice(-shownMax))
  return lastId
}

/** Removes a notice. */
export const dismissNotice = (id: number) => notices.set(notices.get().filter((notice) => notice.id !== id))

/** Returns the shown notices, oldest first. */
export const useNotices = notices.useValue
