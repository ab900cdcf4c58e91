import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { finishDeletes } from './final-deletes.service.ts'

/** Jobs of the back office. `finishDeletes` erases deleted organizations and orders after 30 days. */
export const manageJobs: JobHandlers<'manage'> = {
  'manage.finishDeletes': (_payload, services) => finishDeletes(services),
}
