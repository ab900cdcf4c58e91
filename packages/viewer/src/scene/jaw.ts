import type { FileRole } from '@pontic/contract'

export type Jaw = 'upper' | 'lower'

const jaws: Partial<Record<FileRole, Jaw>> = { upper: 'upper', lower: 'lower' }

/**
 * The jaw that a scan belongs to. Undefined for roles that are worked in either jaw (preparation, antagonist, design):
 * such scans stand with what they were scanned with and are never moved or hidden.
 */
export function jawOf(role: FileRole): Jaw | undefined {
  return jaws[role]
}
