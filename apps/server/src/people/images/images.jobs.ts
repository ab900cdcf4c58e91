import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { removeUnusedImages } from './images.service.ts'

/** The job that removes pictures nobody shows. */
export const imageJobs: JobHandlers<'images'> = {
  'images.sweep': (_payload, services) => removeUnusedImages(services),
}
