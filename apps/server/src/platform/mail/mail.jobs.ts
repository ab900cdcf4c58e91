import type { JobHandlers } from '../jobs/job-table.ts'
import { runWithHealthRecord } from '../jobs/outlet-state.ts'

/** The handler of the job that sends a mail. */
export const mailJobs: JobHandlers<'mail'> = {
  'mail.send': (mail, services) => runWithHealthRecord(services, 'mail', () => services.mailer.send(mail)),
}
