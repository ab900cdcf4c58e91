import { type RunStatement, withOwner } from '../db/owner-statements.ts'
import { type EncryptedColumn, encryptedColumns } from './encrypted-columns.ts'
import type { Encryptor } from './encryptor.ts'

/**
 * Encrypts all stored secrets with the present key. A row that changes meanwhile is encrypted with it anyway. May run again.
 * @param ownerUrl connection URL of the owner, because the role of the portal may not update the key of browser notifications
 * @param encryptor decrypts with the present key and with the one before
 * @returns the number of secrets, and a sentence for each one that neither key decrypts
 */
export async function reencryptSecrets(
  ownerUrl: string,
  encryptor: Encryptor,
): Promise<{ secrets: number; faults: string[] }> {
  const found = { secrets: 0, faults: [] as string[] }
  await withOwner(ownerUrl, async (run) => {
    for (const column of Object.values(encryptedColumns)) await reencryptColumn(run, encryptor, column, found)
  })
  return found
}

async function reencryptColumn(
  run: RunStatement,
  encryptor: Encryptor,
  { table, key, column, contextOf }: EncryptedColumn,
  found: { secrets: number; faults: string[] },
): Promise<void> {
  const rows = await run<{ id: string; old: Buffer }>(
    `select ${key}::text as id, ${column} as old from ${table} where ${column} is not null`,
  )
  for (const { id, old } of rows) {
    let text: string
    try {
      text = encryptor.decrypt(old, contextOf(id))
    } catch (error) {
      found.faults.push(`${table} ${id}: ${(error as Error).message}`)
      continue
    }
    await run(`update ${table} set ${column} = $1 where ${key}::text = $2 and ${column} = $3`, [
      encryptor.encrypt(text, contextOf(id)),
      id,
      old,
    ])
    found.secrets += 1
  }
}
