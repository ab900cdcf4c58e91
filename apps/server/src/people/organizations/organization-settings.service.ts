import type { Organization } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { changesOf } from '../../platform/audit/changes.shared.ts'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { attachImages } from '../images/images.service.ts'
import { toNameKey } from './organization-names.service.ts'
import {
  type OrganizationInput,
  toOrganizationChange,
  withheldColumns,
} from './organization-settings.shared.ts'
import {
  hasOtherOrganizationWithKey,
  lockOwnOrganization,
  type OrganizationChange,
  updateOrganizationRow,
} from './organizations.queries.ts'
import { getOrganization } from './organizations.service.ts'

/**
 * Updates the caller's organization. Omitted fields stay unchanged. Sanitizes rich texts before they are stored. A new
 * name must be available. A job deletes replaced pictures later (requirement 2.organization).
 * @returns the updated organization
 * @throws organization.name_taken at the name; image.not_found; organization.not_found; request.invalid
 */
export async function updateOrganization(
  call: Call<'tx' | 'scope' | 'services'>,
  update: OrganizationInput,
): Promise<Organization> {
  const { tx, scope } = call
  // The lock makes the second of two concurrent updates read the pictures that the first has set, and mark them as unused.
  const before = (await lockOwnOrganization(tx, scope)) ?? fail('organization.not_found')
  const { logoImageId } = update
  const coverImageIds = update.coverImageIds && [...new Set(update.coverImageIds)]
  if (logoImageId !== undefined) {
    await attachImages(call, 'logo', idsOf(logoImageId), idsOf(before.logo_image_id))
  }
  if (coverImageIds !== undefined) {
    await attachImages(call, 'cover', coverImageIds, before.cover_image_ids)
  }
  const { name_key, ...changed } = {
    ...toOrganizationChange({ ...update, coverImageIds }),
    ...(await toNameColumns(tx, scope.organization.id, update.name)),
  }
  await updateOrganizationRow(
    tx,
    scope.organization.id,
    name_key === undefined ? changed : { ...changed, name_key },
  )
  await recordAudit(tx, scope, {
    objectType: 'organization',
    objectId: scope.organization.id,
    ...changesOf(before, changed, withheldColumns),
  })
  await notifyChange(tx, { feature: 'organizations', id: null, organizationIds: [scope.organization.id] })
  return getOrganization(call)
}

const idsOf = (id: string | null) => (id === null ? [] : [id])

/**
 * Returns the columns of a new name; empty if `name` is undefined.
 * @throws organization.name_taken, request.invalid at `name`
 */
export async function toNameColumns(
  tx: Tx,
  organizationId: string,
  name: string | undefined,
): Promise<Pick<OrganizationChange, 'name' | 'name_key'>> {
  if (name === undefined) return {}
  const nameKey = toNameKey(name, 'name')
  if (await hasOtherOrganizationWithKey(tx, organizationId, nameKey)) {
    fail('organization.name_taken', {}, { name: 'organization_taken' })
  }
  return { name, name_key: nameKey }
}
