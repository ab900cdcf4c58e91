import { createHash } from 'node:crypto'
import type { LabCopy } from '@pontic/contract'
import { createNumber } from '../orders/order-number.shared.ts'
import type { PatientOrderRow } from './patients.queries.ts'

/** First letter of the codes that replace patient names. */
const codeLetter = 'P'

const shippedStatuses: readonly string[] = ['shipped', 'completed']

/** Creates the code that replaces the name of an erased patient. */
export const createErasureCode = (now: Date): string => createNumber(codeLetter, now)

/** Counts the orders, shipped orders and downloads of each laboratory that still has a copy, sorted by name. */
export function toLabCopies(cases: readonly PatientOrderRow[]): LabCopy[] {
  const copied = cases.filter((one) => one.labHolding !== 'none' && one.labName !== null)
  const byLab = Map.groupBy(copied, ({ labName }) => labName ?? '')
  return [...byLab]
    .map(([labName, own]) => ({
      labName,
      cases: own.length,
      shipped: own.filter(({ status }) => shippedStatuses.includes(status)).length,
      downloads: own.reduce((sum, { downloads }) => sum + downloads, 0),
    }))
    .sort((a, b) => a.labName.localeCompare(b.labName))
}

/**
 * Returns the hash that replaces the source id of an erased order, because the id may contain a patient's name. The
 * hash still prevents a second import of the case. `clearPushAndPullTraces` writes the same value.
 */
export const erasedSourceId = (sourceId: string): string =>
  `sha256:${createHash('sha256').update(sourceId).digest('hex')}`
