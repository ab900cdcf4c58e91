import { notifyAccounts } from '../../people/notifications/notifications.service.ts'
import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { findShareAddress } from './shares.queries.ts'

/** Jobs of cases: the bell of an individual. */
export const orderJobs: JobHandlers<'orders'> = {
  'orders.ringShare': ({ orderId, organizationId, email }, services) =>
    services.database.transaction(async (tx) => {
      const share = await findShareAddress(tx, orderId, email)
      // Nobody's, or taken back meanwhile.
      if (share?.account_id == null) return
      await notifyAccounts(tx, services, [share.account_id], {
        kind: 'order_shared',
        orderId,
        organizationId,
      })
    }),
}
