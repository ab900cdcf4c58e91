import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { finishDeletes } from './final-deletes.service.ts'

/** The job of the back office: makes deletes by the platform final after 30 days. */
export const manageJobs: JobHandlers<'manage'> = {
  'manage.finishDeletes': (_payload, services) => finishDeletes(services),
}
