import { createHash } from 'node:crypto'

/**
 * Replaces the source id of an erased order: the id may be a patient's name, yet the same case must not be imported
 * again. `emptyTransfers` writes the same value.
 */
export const erasedSourceId = (sourceId: string): string =>
  `sha256:${createHash('sha256').update(sourceId).digest('hex')}`
