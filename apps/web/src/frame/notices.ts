import { useSyncExternalStore } from 'react'

/** Levels of what is told to the user (requirement 8.levels). */
export type NoticeLevel = 'info' | 'warning' | 'error'

/** Something told to the user, already in his language. */
export type Notice = {
  readonly id: number
  readonly level: NoticeLevel
  readonly text: string
  /** To quote to whoever helps. */
  readonly requestId?: string | undefined
  readonly action?: { readonly label: string; readonly onSelect: () => void } | undefined
}

let notices: readonly Notice[] = []
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Notice[]) {
  notices = next
  for (const listener of listeners) listener()
}

// More than this at once is noise; the oldest goes.
const shownMax = 4

/** Tells the user something, from anywhere (requirement 8.store). An equal text is not told twice at once. @returns its id */
export function showNotice(notice: Omit<Notice, 'id'>): number {
  lastId += 1
  const others = notices.filter((shown) => shown.text !== notice.text)
  change([...others, { ...notice, id: lastId }].slice(-shownMax))
  return lastId
}

/** Takes a notice away. */
export const dismissNotice = (id: number) => change(notices.filter((notice) => notice.id !== id))

/** What is being told now, oldest first. */
export function useNotices(): readonly Notice[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => notices,
  )
}
