import { type TeethNumbering, teethNumberings } from '@pontic/contract'
import { createStore } from './store.ts'
import { readStored, writeStored } from './stored.ts'

const key = 'pontic.teeth'
const stored = readStored(key)
const numbering = createStore<TeethNumbering>(teethNumberings.find((name) => name === stored) ?? 'fdi')

/** Returns the user's tooth notation, FDI by default. */
export const useTeethNumbering = numbering.useValue

/** Changes the notation and stores it in this browser. */
export function setTeethNumbering(next: TeethNumbering): void {
  writeStored(key, next)
  numbering.set(next)
}
