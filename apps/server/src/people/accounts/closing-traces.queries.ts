import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/**
 * Replaces the name of an account in cases, API keys and erasures. Deletes its email address from
 * invitations, and its saved views, notifications, read marks, and mails in a demo's mailbox. Must run before
 * the account's own row is erased, because it reads the name and the address there.
 * @param name replacement of the name
 */
export async function eraseAccountTraces(tx: Tx, id: string, name: string): Promise<void> {
  const { rows } = await sql<{ name: string; email: string; organization_id: string }>`
    select name, email, organization_id from account where id = ${id}::uuid`.execute(tx)
  const account = rows[0]
  if (account === undefined) return
  await eraseOnCases(tx, { ...account, id }, name)
  await sql`update api_key set created_by_name = ${name} where created_by = ${id}::uuid`.execute(tx)
  const own = sql`organization_id = ${account.organization_id}::uuid`
  const isOf = authorIn({ id, name: account.name })
  await sql`update api_key set revoked_by_name = ${name} where ${own} and ${isOf('revoked_by', 'revoked_by_name')}`.execute(
    tx,
  )
  await sql`update case_draft set created_by = null where created_by = ${id}::uuid`.execute(tx)
  await sql`update erasure set requested_by_name = ${name} where requested_by = ${id}::uuid`.execute(tx)
  await sql`update erasure set undone_by_name = ${name} where ${own} and ${isOf('undone_by', 'undone_by_name')}`.execute(
    tx,
  )
  await sql`update invitation set email = null where accepted_account_id = ${id}::uuid`.execute(tx)
  await sql`delete from development_message where recipient = ${account.email}`.execute(tx)
  for (const table of ['saved_view', 'notification', 'waiting_mail', 'case_mail', 'order_read'] as const)
    await tx.deleteFrom(table).where('account_id', '=', id).execute()
}

type AuthorId = 'revoked_by' | 'undone_by' | 'updater_id' | 'operator_id'
type AuthorName = 'revoked_by_name' | 'undone_by_name' | 'updater_name' | 'operator'

/**
 * Returns a function that returns the condition on rows whose author is the account. Rows of earlier versions have only a name.
 * They match by name, even if a colleague is called the same, because the name must be erased.
 */
const authorIn =
  ({ id, name }: { id: string; name: string }) =>
  (idColumn: AuthorId, nameColumn: AuthorName): RawBuilder<unknown> =>
    sql`(${sql.ref(idColumn)} = ${id}::uuid or (${sql.ref(idColumn)} is null and ${sql.ref(nameColumn)} = ${name}))`

/** Replaces the name in cases, which store the names of their last editor and of their operator as text. */
async function eraseOnCases(
  tx: Tx,
  account: { id: string; name: string; organization_id: string },
  name: string,
): Promise<void> {
  const own = sql`${account.organization_id}::uuid in (clinic_id, lab_id)`
  const isOf = authorIn(account)
  await sql`update orders set updater_name = ${name} where ${own} and ${isOf('updater_id', 'updater_name')}`.execute(
    tx,
  )
  await sql`update orders set operator = ${name} where ${own} and ${isOf('operator_id', 'operator')}`.execute(
    tx,
  )
}
