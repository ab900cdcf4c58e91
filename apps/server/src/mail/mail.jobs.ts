import type { JobHandlers } from '../jobs/job-table.ts'

/** Jobs that send mails. */
export const mailJobs: JobHandlers<'mail'> = {
  'mail.send': (mail, { mailer }) => mailer.send(mail),
}
