import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** A content of the storage that the database refers to. */
export type StoredContent = { sha256: string; sizeBytes: number }

/** Lists the contents of all verified files and of all pictures, each once. */
export async function listContents(db: Db): Promise<StoredContent[]> {
  const { rows } = await sql<StoredContent>`
    select encode(sha256, 'hex') as sha256, max(size_bytes)::bigint as "sizeBytes" from (
      select sha256, size_bytes from order_file where state = 'verified' and removed_at is null
      union all select sha256, size_bytes from image) as stored
    group by sha256 order by sha256`.execute(db)
  return rows
}

/** Lists the contents that were verified or stored since `since`. */
export async function listNewContents(db: Db, since: Date): Promise<StoredContent[]> {
  const { rows } = await sql<StoredContent>`
    select encode(sha256, 'hex') as sha256, size_bytes as "sizeBytes" from order_file
    where verified_at >= ${since} and state = 'verified' and removed_at is null
    union select encode(sha256, 'hex'), size_bytes from image where created_at >= ${since}`.execute(db)
  return rows
}
