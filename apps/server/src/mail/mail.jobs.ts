import { noteOutlet } from '../jobs/outlet-state.ts'
import type { JobHandlers } from '../jobs/job-table.ts'

/** Jobs that send mails. */
export const mailJobs: JobHandlers<'mail'> = {
  'mail.send': (mail, services) => noteOutlet(services, 'mail', () => services.mailer.send(mail)),
}
