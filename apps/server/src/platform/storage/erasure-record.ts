import type { Services } from '../services.ts'

/** An erasure to repeat in a restored database: cases with their codes, or a closed account with its replacement. */
export type ErasureRecord = {
  id: string
  cases?: readonly { id: string; code: string }[]
  accountName?: string
}

/**
 * Records an erasure in the file storage, which a restored backup of the database does not revert (threat T64). It contains ids
 * and codes, no names.
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
