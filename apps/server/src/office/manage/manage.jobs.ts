import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { finishDeletes } from './final-deletes.service.ts'

/** The job of the back office: what the platform deleted 30 days ago goes for good. */
export const manageJobs: JobHandlers<'manage'> = {
  'manage.finishDeletes': (_payload, services) => finishDeletes(services),
}
