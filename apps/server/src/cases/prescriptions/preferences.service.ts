import { blankPreferences, type KeptPreferences, Preferences, reachOf } from '@pontic/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'

/** Returns the defaults for the caller's new orders: their own, and those of their organization. */
export async function readPreferences({ tx, scope }: Call<'tx' | 'scope'>): Promise<KeptPreferences> {
  const rows = await tx
    .selectFrom('prescription_preferences')
    .select(['account_id', 'body'])
    .where((on) =>
      on.or([on('account_id', '=', scope.account.id), on('organization_id', '=', scope.organization.id)]),
    )
    .execute()
  const bodyOf = (isOwn: boolean) => {
    const row = rows.find((one) => (one.account_id !== null) === isOwn)
    return row === undefined ? null : Preferences.parse(row.body)
  }
  return { own: bodyOf(true), shared: bodyOf(false) }
}

const blank = Object.fromEntries(Object.keys(blankPreferences).map((field) => [field, null]))

/**
 * Saves defaults for new orders; null deletes them. Only an administrator can change those of the organization.
 * @throws request.forbidden
 */
export async function savePreferences(
  call: Call<'tx' | 'scope'>,
  given: { isShared: boolean; preferences: Preferences | null },
): Promise<KeptPreferences> {
  const { tx, scope } = call
  if (given.isShared && reachOf(scope.kind, 'organization.write') === undefined) fail('request.forbidden')
  const owner = given.isShared ? sql.ref('organization_id') : sql.ref('account_id')
  const ownerId = given.isShared ? scope.organization.id : scope.account.id
  const before = await readPreferences(call)
  if (given.preferences === null)
    await sql`delete from prescription_preferences where ${owner} = ${ownerId}::uuid`.execute(tx)
  else
    await sql`insert into prescription_preferences (${owner}, body)
      values (${ownerId}, ${JSON.stringify(given.preferences)})
      on conflict (${owner}) do update set body = excluded.body, updated_at = now()`.execute(tx)
  await recordAudit(tx, scope, {
    objectType: given.isShared ? 'organization' : 'account',
    objectId: ownerId,
    ...changesOf((given.isShared ? before.shared : before.own) ?? {}, given.preferences ?? blank),
  })
  return await readPreferences(call)
}
