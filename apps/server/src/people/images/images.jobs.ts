import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { removeUnusedImages } from './images.service.ts'

/** The job that removes unused pictures. */
export const imageJobs: JobHandlers<'images'> = {
  'images.sweep': (_payload, services) => removeUnusedImages(services),
}
