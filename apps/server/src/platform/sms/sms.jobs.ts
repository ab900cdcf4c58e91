import type { JobHandlers } from '../jobs/job-table.ts'

/** Jobs that send SMS. An installation without a gateway drops none: the job stays and shows as failed. */
export const smsJobs: JobHandlers<'sms'> = {
  'sms.send': async (sms, { texter }) => {
    if (!texter) throw new Error('No SMS gateway is set.')
    await texter.send(sms)
  },
}
