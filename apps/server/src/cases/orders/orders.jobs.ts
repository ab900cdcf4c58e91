import { notifyAccounts } from '../../people/notifications/notifications.service.ts'
import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { findShareAddress } from './shares.queries.ts'

/** Job that adds the bell notification about a shared order. */
export const orderJobs: JobHandlers<'orders'> = {
  'orders.ringShare': ({ orderId, organizationId, email }, services) =>
    services.database.transaction(async (tx) => {
      const share = await findShareAddress(tx, orderId, email)
      // No individual has an account with the address, or the share was removed.
      if (share?.account_id == null) return
      await notifyAccounts({ tx, services }, [share.account_id], {
        kind: 'order_shared',
        orderId,
        organizationId,
      })
    }),
}
