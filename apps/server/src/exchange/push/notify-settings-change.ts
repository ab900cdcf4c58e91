import { businessTypes } from '@pontic/contract'
import type { Tx } from '../../platform/db/database.ts'
import { notifyChange } from '../../platform/db/notify.ts'

/** Notifies the platform's open pages that settings or the delivery log have changed. */
export async function notifySettingsChange(tx: Tx): Promise<void> {
  const rows = await tx
    .selectFrom('organization')
    .select('id')
    .where('business_type', '=', businessTypes.platform)
    .where('deleted_at', 'is', null)
    .execute()
  await notifyChange(tx, { feature: 'pushSettings', id: null, organizationIds: rows.map(({ id }) => id) })
}
