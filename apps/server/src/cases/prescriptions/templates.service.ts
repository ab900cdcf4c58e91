import { limits, Prescription, type PrescriptionTemplate, reachOf } from '@pontic/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { newId } from '../../platform/db/ids.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'

const columns = [
  'id',
  'name',
  'is_shared as isShared',
  'account_name as by',
  'account_id as accountId',
  'updated_at as updatedAt',
  'body',
  'more',
] as const

type Row = {
  id: string
  name: string
  isShared: boolean
  by: string
  accountId: string
  updatedAt: string
  body: unknown
  more: unknown
}

/** Whether the caller may delete templates that others have shared in the organization. */
const canDeleteShared = (scope: Scope) => reachOf(scope.kind, 'organization.write') !== undefined

function toTemplate(scope: Scope, { accountId, body, more, ...row }: Row): PrescriptionTemplate {
  const isOwn = accountId === scope.account.id
  return {
    ...row,
    mayWrite: isOwn || canDeleteShared(scope),
    prescription: Prescription.parse(body),
    morePrescriptions: (more as unknown[]).map((one) => Prescription.parse(one)),
  }
}

/** Returns the caller's own templates and those shared in their organization, sorted by name. */
export async function listTemplates({ tx, scope }: Call<'tx' | 'scope'>): Promise<PrescriptionTemplate[]> {
  const rows = await tx
    .selectFrom('prescription_template')
    .select(columns)
    .where((on) =>
      on.or([
        on('account_id', '=', scope.account.id),
        on.and([on('organization_id', '=', scope.organization.id), on('is_shared', '=', true)]),
      ]),
    )
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return rows.map((row) => toTemplate(scope, row))
}

/**
 * Saves prescriptions as a template. Replaces the caller's own template with the same name and order type.
 * @throws prescription.too_many
 */
export async function saveTemplate(
  call: Call<'tx' | 'scope'>,
  given: { name: string; isShared: boolean; prescription: Prescription; morePrescriptions: Prescription[] },
): Promise<PrescriptionTemplate> {
  const { tx, scope } = call
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into prescription_template (id, organization_id, account_id, account_name, is_shared, name, body, more)
    values (${newId()}, ${scope.organization.id}, ${scope.account.id}, ${scope.account.name}, ${given.isShared},
      ${given.name}, ${JSON.stringify(given.prescription)}, ${JSON.stringify(given.morePrescriptions)})
    on conflict (account_id, (body ->> 'type'), name) do update set body = excluded.body, more = excluded.more, is_shared = excluded.is_shared,
      account_name = excluded.account_name, updated_at = now()
    returning id, xmax = 0 as "isNew"`.execute(tx)
  const saved = rows[0] as { id: string; isNew: boolean }
  if (saved.isNew) await assertTemplateRoom(call)
  await recordAudit(tx, scope, {
    objectType: 'template',
    objectId: saved.id,
    // Name and texts of the template are private, so the audit does not contain them.
    after: { isShared: given.isShared, isNew: saved.isNew },
  })
  const row = await tx
    .selectFrom('prescription_template')
    .select(columns)
    .where('id', '=', saved.id)
    .executeTakeFirstOrThrow()
  return toTemplate(scope, row)
}

async function assertTemplateRoom({ tx, scope }: Call<'tx' | 'scope'>): Promise<void> {
  const { count } = await tx
    .selectFrom('prescription_template')
    .select((on) => on.fn.countAll<string>().as('count'))
    .where('account_id', '=', scope.account.id)
    .executeTakeFirstOrThrow()
  if (Number(count) > limits.prescriptionTemplatesMax) fail('prescription.too_many')
}

/**
 * Deletes the caller's own template. Administrators can also delete shared ones.
 * @throws prescription.template_not_found
 */
export async function deleteTemplate({ tx, scope }: Call<'tx' | 'scope'>, id: string): Promise<void> {
  const row = await tx
    .deleteFrom('prescription_template')
    .where('id', '=', id)
    .where((on) =>
      on.or([
        on('account_id', '=', scope.account.id),
        on.and([
          on('organization_id', '=', scope.organization.id),
          on('is_shared', '=', true),
          on.val(canDeleteShared(scope)),
        ]),
      ]),
    )
    .returning(['id', 'is_shared'])
    .executeTakeFirst()
  if (row === undefined) fail('prescription.template_not_found')
  await recordAudit(tx, scope, {
    objectType: 'template',
    objectId: id,
    before: { isShared: row.is_shared },
  })
}
