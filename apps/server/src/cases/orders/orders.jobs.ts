import { notifyAccounts } from '../../people/notifications/notifications.service.ts'
import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { findShareAddress } from './shares.queries.ts'

/** Jobs of orders: the bell notification of an individual. */
export const orderJobs: JobHandlers<'orders'> = {
  'orders.ringShare': ({ orderId, organizationId, email }, services) =>
    services.database.transaction(async (tx) => {
      const share = await findShareAddress(tx, orderId, email)
      // No account answers to the address, or the share has ended.
      if (share?.account_id == null) return
      await notifyAccounts({ tx, services }, [share.account_id], {
        kind: 'order_shared',
        orderId,
        organizationId,
      })
    }),
}
