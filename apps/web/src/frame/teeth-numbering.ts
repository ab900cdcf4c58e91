import { type TeethNumbering, teethNumberings } from '@pontic/contract'
import { useSyncExternalStore } from 'react'
import { readStored, writeStored } from './stored.ts'

const key = 'pontic.teeth'
const listeners = new Set<() => void>()

const known = (name: unknown): TeethNumbering => teethNumberings.find((one) => one === name) ?? 'fdi'

let current = known(readStored(key))

/** How teeth are named for this reader: FDI unless he chose another (`accounts.update`). */
export const useTeethNumbering = (): TeethNumbering =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )

/** Names teeth in another way from now on; kept in this browser. */
export function setTeethNumbering(numbering: TeethNumbering): void {
  writeStored(key, numbering)
  current = numbering
  for (const listener of listeners) listener()
}
