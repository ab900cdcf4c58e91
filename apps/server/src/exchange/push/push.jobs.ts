import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { resumeDeliveries, runDelivery, sweepTransfers } from './deliveries.service.ts'

/** The jobs of push. */
export const transferJobs: JobHandlers<'transfers'> = {
  'transfers.deliver': ({ deliveryId }, services) => runDelivery(services, deliveryId),
  'transfers.resume': (_, services) => resumeDeliveries(services),
  'transfers.sweep': (_, services) => sweepTransfers(services),
}
