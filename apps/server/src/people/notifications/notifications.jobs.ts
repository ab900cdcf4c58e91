import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { sendPush } from './push.service.ts'

/** Jobs that push news to browsers. */
export const notificationJobs: JobHandlers<'notifications'> = {
  'notifications.push': (payload, services) => sendPush(services, payload),
}
