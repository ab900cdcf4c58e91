import { createHash } from 'node:crypto'
import type { LabCopy } from '@pontic/contract'
import { createNumber } from '../orders/order-number.shared.ts'
import type { HeldRow } from './patients.queries.ts'

/** First letter of the codes that replace names. */
const codeLetter = 'P'

const shippedStatuses: readonly string[] = ['shipped', 'completed']

/** A new code for an erased patient. */
export const createErasureCode = (now: Date): string => createNumber(codeLetter, now)

/** The copies that laboratories have of the orders: one row per laboratory, by name. */
export function copiesOf(cases: readonly HeldRow[]): LabCopy[] {
  const held = cases.filter((one) => one.labHolding !== 'none' && one.labName !== null)
  const byLab = Map.groupBy(held, ({ labName }) => labName ?? '')
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
 * Replaces the source id of an erased order: the id may be a patient's name, yet the same case must not be imported
 * again. `clearPushAndPullTraces` writes the same value.
 */
export const erasedSourceId = (sourceId: string): string =>
  `sha256:${createHash('sha256').update(sourceId).digest('hex')}`
