import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { fillWork } from './work.service.ts'

/** Job that stores the work of prescriptions that were saved without it. */
export const prescriptionJobs: JobHandlers<'prescriptions'> = {
  'prescriptions.fillWork': (_payload, services) => fillWork(services),
}
