import type { FileRole } from '@pontic/contract'

/**
 * The jaw that a scan belongs to. Undefined for roles that are worked in either jaw (preparation, antagonist, design):
 * such scans stand with what they were scanned with and are never moved or hidden.
 */
export function jawOf(role: FileRole): 'upper' | 'lower' | undefined {
  return role === 'upper' || role === 'lower' ? role : undefined
}
