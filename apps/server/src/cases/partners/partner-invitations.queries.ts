import { type BusinessType, businessTypes } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { sortIds } from '../../platform/db/ids.ts'

/** An organization with its name and type. */
export type NamedOrganization = { id: string; name: string; business_type: BusinessType }

/** Returns an organization that is verified and neither banned nor deleted. */
export function findVerifiedOrganization(tx: Tx, id: string): Promise<NamedOrganization | undefined> {
  return tx
    .selectFrom('organization')
    .select(['id', 'name', 'business_type'])
    .where('id', '=', id)
    .where('verified_at', 'is not', null)
    .where('banned_at', 'is', null)
    .where('deleted_at', 'is', null)
    .$castTo<NamedOrganization>()
    .executeTakeFirst()
}

/**
 * Returns the clinics or laboratories whose invitation an account of this organization has accepted, without banned
 * and deleted ones.
 */
export async function listInviters(tx: Tx, organizationId: string): Promise<NamedOrganization[]> {
  const { rows } = await sql<NamedOrganization>`
    select distinct o.id, o.name, o.business_type
    from invitation i join account a on a.id = i.accepted_account_id join organization o on o.id = i.organization_id
    where i.kind = 'partner' and a.organization_id = ${organizationId}::uuid and i.accepted_at is not null
      and o.business_type in (${businessTypes.clinic}, ${businessTypes.lab})
      and o.banned_at is null and o.deleted_at is null`.execute(tx)
  return rows
}

/** Makes two organizations partners, also if an application is open. @returns false if they were already partners */
export async function createPartnership(
  tx: Tx,
  pair: { inviterId: string; invitedId: string; now: Date },
): Promise<boolean> {
  const [low_id, high_id] = sortIds(pair.inviterId, pair.invitedId)
  const row = await tx
    .insertInto('partnership')
    .values({
      low_id,
      high_id,
      status: 'partner',
      requested_by: pair.inviterId,
      requested_at: pair.now,
      decided_at: pair.now,
    })
    .onConflict((oc) =>
      oc
        .columns(['low_id', 'high_id'])
        .doUpdateSet({ status: 'partner', decided_at: pair.now })
        .where('partnership.status', '=', 'requested'),
    )
    .returning('low_id')
    .executeTakeFirst()
  return row !== undefined
}
