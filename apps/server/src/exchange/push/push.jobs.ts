import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { deleteOldPushData, resumeDeliveries, runDelivery } from './deliveries.service.ts'

/**
 * Jobs of push settings. `transfers.deliver` attempts one delivery. `transfers.resume` enqueues waiting
 * deliveries that have no job. `transfers.sweep` deletes old deliveries and settings.
 */
export const pushJobs: JobHandlers<'transfers'> = {
  'transfers.deliver': ({ deliveryId }, services) => runDelivery(services, deliveryId),
  'transfers.resume': (_, services) => resumeDeliveries(services),
  'transfers.sweep': (_, services) => deleteOldPushData(services),
}
