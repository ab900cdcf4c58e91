import { businessTypes } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'

/**
 * Notifies open pages of the platform, and of the organization that owns the setting, that settings or the delivery log have
 * changed.
 */
export async function notifySettingsChange(tx: Tx, ownerId: string | null): Promise<void> {
  const rows = await tx
    .selectFrom('organization')
    .select('id')
    .where('business_type', '=', businessTypes.platform)
    .where('deleted_at', 'is', null)
    .execute()
  const organizationIds = [...rows.map(({ id }) => id), ...(ownerId === null ? [] : [ownerId])]
  await notifyChange(tx, { feature: 'pushSettings', id: null, organizationIds })
}
