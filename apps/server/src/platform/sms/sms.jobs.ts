import type { JobHandlers } from '../jobs/job-table.ts'

/**
 * The handler of the job that sends an SMS. Without a gateway the job fails and stays visible in the back office, so that the
 * message is not lost.
 */
export const smsJobs: JobHandlers<'sms'> = {
  'sms.send': async (sms, { smsSender }) => {
    if (!smsSender) throw new Error('No SMS gateway is set.')
    await smsSender.send(sms)
  },
}
