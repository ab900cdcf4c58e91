import type { JobHandlers } from '../jobs/job-table.ts'
import { noteOutlet } from '../jobs/outlet-state.ts'

/** Jobs that send mails. */
export const mailJobs: JobHandlers<'mail'> = {
  'mail.send': (mail, services) => noteOutlet(services, 'mail', () => services.mailer.send(mail)),
}
