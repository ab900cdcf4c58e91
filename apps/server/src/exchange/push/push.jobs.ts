import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { deleteOldPushData, resumeDeliveries, runDelivery } from './deliveries.service.ts'

/** Jobs of push: one delivery, deliveries without a job, and the cleanup. */
export const pushJobs: JobHandlers<'transfers'> = {
  'transfers.deliver': ({ deliveryId }, services) => runDelivery(services, deliveryId),
  'transfers.resume': (_, services) => resumeDeliveries(services),
  'transfers.sweep': (_, services) => deleteOldPushData(services),
}
