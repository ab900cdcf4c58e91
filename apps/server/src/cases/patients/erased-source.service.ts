import { createHash } from 'node:crypto'

/**
 * What stands where the id of a case at its source stood, once the case was erased: the id may be a patient's name, and the
 * same case must not be taken in again all the same. As `emptyTransfers` writes it.
 */
export const erasedSourceId = (sourceId: string): string =>
  `sha256:${createHash('sha256').update(sourceId).digest('hex')}`
