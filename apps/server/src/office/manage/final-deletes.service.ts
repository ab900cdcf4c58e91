import { businessTypes, type Language, limits } from '@pontic/contract'
import { translate } from '@pontic/messages'
import { sql } from 'kysely'
import { eraseOrder } from '../../cases/patients/empty-case.service.ts'
import { eraseClosedAccount } from '../../people/accounts/closing.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'
import { recordErasure } from '../../platform/storage/erasure-record.ts'

const dayMs = 86_400_000
const batchRows = 200

const ago = (services: Pick<Services, 'now'>, days: number) =>
  new Date(services.now().getTime() - days * dayMs).toISOString()

/**
 * Erases the organizations and orders that the platform deleted, once they can no longer be restored. An organization
 * loses the names of its people, its push settings, and the orders that no other organization reads. An order loses the patient's name,
 * all texts and all files. The rows stay, because records of the other party and the audit refer to them. Another job erases
 * accounts that were deleted without their organization.
 */
export async function finishDeletes(services: Services): Promise<void> {
  await eraseOrganizations(services)
  await eraseOrders(services)
}

async function eraseOrganizations(services: Services): Promise<void> {
  const { database } = services
  for (;;) {
    const rows = await database.db
      .selectFrom('organization')
      .select('id')
      .where('deleted_at', '<', ago(services, limits.deletedOrganizationDays))
      .where('erased_at', 'is', null)
      .orderBy('id')
      .limit(batchRows)
      .execute()
    for (const { id } of rows) await database.transaction((tx) => eraseOrganization({ tx, services }, id))
    if (rows.length < batchRows) return
  }
}

async function eraseOrganization(call: Call<'tx' | 'services'>, id: string): Promise<void> {
  const { tx, services } = call
  const row = await tx
    .selectFrom('organization')
    .select(['deleted_at', 'business_type', 'logo_image_id', 'cover_image_ids'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row?.deleted_at == null) return
  await deleteOwnOrders(tx, id, row.deleted_at)
  await tx.deleteFrom('case_draft').where('organization_id', '=', id).execute()
  const language = await eraseMembers(call, id)
  await releaseImages(tx, [row.logo_image_id, ...row.cover_image_ids])
  await tx
    .deleteFrom('invitation')
    .where('organization_id', '=', id)
    .where('accepted_at', 'is', null)
    .execute()
  // With their credentials and the log of their deliveries.
  await tx.deleteFrom('push_setting').where('organization_id', '=', id).execute()
  const isPerson = row.business_type === businessTypes.person
  await tx
    .updateTable('organization')
    .set({
      ...blank,
      // The organization of an individual is named after them.
      ...(isPerson ? { name: translate(language, 'accounts.formerName'), address: '' } : {}),
      // Frees the name for another organization.
      name_key: `deleted ${id}`,
      erased_at: services.now(),
    })
    .where('id', '=', id)
    .execute()
  await recordAudit(
    tx,
    {},
    {
      action: 'manage.eraseOrganization',
      objectType: 'organization',
      objectId: id,
      subjectOrganizationIds: [id],
    },
  )
}

/** Columns that are cleared. A clinic or laboratory retains name and address, because records of the other party show them. */
const blank = {
  contact_person: '',
  office_phone: '',
  mobile_phone: '',
  email: '',
  license_number: '',
  about: '',
  website_url: '',
  terms: '',
  remark: '',
  logo_image_id: null,
  cover_image_ids: [],
}

/** Deletes the unsent and rejected orders of a clinic. A laboratory that rejected one still lists it as withdrawn. */
async function deleteOwnOrders(tx: Tx, clinicId: string, deletedAt: string): Promise<void> {
  await sql`insert into order_withdrawal (lab_id, order_id, order_created_at)
    select o.lab_id, o.id, o.created_at from orders o where o.clinic_id = ${clinicId}::uuid and o.lab_id is not null
      and o.discarded_at is null and o.status = 'rejected'
    on conflict (lab_id, order_id) do nothing`.execute(tx)
  await sql`update orders set discarded_at = ${deletedAt}::timestamptz, deleted_at = ${deletedAt}::timestamptz,
      version = version + 1, updated_at = clock_timestamp()
    where clinic_id = ${clinicId}::uuid and discarded_at is null
      and status in ('scanned', 'uploaded', 'rejected')`.execute(tx)
}

/** Erases all members. @returns the language of one of them; English if there are none */
async function eraseMembers(call: Call<'tx' | 'services'>, organizationId: string): Promise<Language> {
  const { tx } = call
  const members = await tx
    .selectFrom('account')
    .select(['id', 'language'])
    .where('organization_id', '=', organizationId)
    .where('erased_at', 'is', null)
    .execute()
  for (const { id, language } of members) await eraseClosedAccount(call, { id, language })
  return members[0]?.language ?? 'en_US'
}

async function releaseImages(tx: Tx, ids: readonly (string | null)[]): Promise<void> {
  const shown = ids.filter((id) => id !== null)
  if (shown.length === 0) return
  await tx.updateTable('image').set({ used_at: null }).where('id', 'in', shown).execute()
}

async function eraseOrders(services: Services): Promise<void> {
  const { database } = services
  for (;;) {
    const rows = await database.db
      .selectFrom('orders')
      .select(['id', 'number'])
      .where('deleted_at', '<', ago(services, limits.orderDiscardDays))
      .where('erased_at', 'is', null)
      .orderBy('id')
      .limit(batchRows)
      .execute()
    // The number replaces the patient's name.
    for (const { id, number } of rows) {
      await recordErasure(services, { id, cases: [{ id, code: number }] })
      await database.transaction((tx) => eraseOrder({ tx, services }, { orderId: id, code: number }))
    }
    if (rows.length < batchRows) return
  }
}
