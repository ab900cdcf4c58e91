import type { JobHandlers } from '../jobs/job-table.ts'

/** Jobs that send SMS. Without a gateway the job fails and remains visible instead of dropping the message. */
export const smsJobs: JobHandlers<'sms'> = {
  'sms.send': async (sms, { smsSender }) => {
    if (!smsSender) throw new Error('No SMS gateway is set.')
    await smsSender.send(sms)
  },
}
