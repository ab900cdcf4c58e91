import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { removeUnusedImages } from './images.service.ts'

/** Job that deletes unused pictures. */
export const imageJobs: JobHandlers<'images'> = {
  'images.sweep': (_payload, services) => removeUnusedImages(services),
}
