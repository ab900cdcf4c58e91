import type { Services } from '../services.ts'

/** What a restored database has to forget again: cases under their codes, or a closed account under what stands for it. */
export type ErasureRecord = {
  id: string
  cases?: readonly { id: string; code: string }[]
  accountName?: string
}

/**
 * Notes an erasure beside the files, where no restored backup of the database takes it back (threat T64). Names nobody:
 * ids and codes alone.
 */
export async function recordErasure(
  { storage }: Pick<Services, 'storage'>,
  record: ErasureRecord,
): Promise<void> {
  await storage.putRecord(record.id, `${JSON.stringify(record)}\n`)
}

/** A record as it was noted. */
export async function readErasureRecord(
  { storage }: Pick<Services, 'storage'>,
  id: string,
): Promise<ErasureRecord> {
  return JSON.parse(await storage.readRecord(id)) as ErasureRecord
}
