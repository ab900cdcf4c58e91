import type { LabRequirement } from '@pontic/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'

/**
 * Returns the additional requirements of a laboratory. Members of the laboratory, its partners and the platform can
 * read them.
 * @throws partner.not_found, also if the laboratory is not visible
 */
export async function readRequirements(
  { tx, scope }: Call<'tx' | 'scope'>,
  labId: string,
): Promise<LabRequirement[]> {
  const own = scope.organization.id
  const { rows } = await sql<{ requirements: LabRequirement[] | null }>`
    select r.requirements from organization l left join laboratory_requirements r on r.organization_id = l.id
    where l.id = ${labId}::uuid and l.business_type = 2 and l.deleted_at is null
      and (${scope.reach === 'any'} or l.id = ${own}::uuid or exists (
        select 1 from partnership p where p.status = 'partner'
          and p.low_id = least(${own}::uuid, l.id) and p.high_id = greatest(${own}::uuid, l.id)))`.execute(tx)
  const [row] = rows
  if (row === undefined) fail('partner.not_found')
  return row.requirements ?? []
}

/** Sets the requirements that orders must meet before they can be sent to the caller's laboratory. */
export async function setRequirements(
  { tx, scope }: Call<'tx' | 'scope'>,
  requirements: LabRequirement[],
): Promise<LabRequirement[]> {
  const before = await tx
    .selectFrom('laboratory_requirements')
    .select('requirements')
    .where('organization_id', '=', scope.organization.id)
    .executeTakeFirst()
  await sql`insert into laboratory_requirements (organization_id, requirements)
    values (${scope.organization.id}, ${requirements}::text[])
    on conflict (organization_id) do update
    set requirements = excluded.requirements, updated_at = now()`.execute(tx)
  await recordAudit(tx, scope, {
    objectType: 'organization',
    objectId: scope.organization.id,
    before: { requirements: before?.requirements ?? [] },
    after: { requirements },
  })
  await notifyChange(tx, { feature: 'organizations', id: null, organizationIds: [scope.organization.id] })
  return requirements
}
