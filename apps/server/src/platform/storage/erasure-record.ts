import type { Services } from '../services.ts'

/**
 * An erasure to repeat in a restored database: cases with the codes that replace their patients, or a closed account with the
 * name that replaces its own.
 */
export type ErasureRecord = {
  /** Id of the erasure request, of the permanently deleted case, or of the closed account. */
  id: string
  cases?: readonly { id: string; code: string }[]
  accountName?: string
}

/**
 * Records an erasure in the file storage, which a restored backup of the database does not revert (threat T64). The record
 * contains no names of people.
 */
export async function recordErasure(
  { storage }: Pick<Services, 'storage'>,
  record: ErasureRecord,
): Promise<void> {
  await storage.putRecord(record.id, `${JSON.stringify(record)}\n`)
}

/** Reads the record of an erasure. */
export async function readErasureRecord(
  { storage }: Pick<Services, 'storage'>,
  id: string,
): Promise<ErasureRecord> {
  return JSON.parse(await storage.readRecord(id)) as ErasureRecord
}
