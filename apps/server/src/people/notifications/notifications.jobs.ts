import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { sendBrowserNotification } from './browser-notifications.service.ts'

/** Jobs that send browser notifications. */
export const notificationJobs: JobHandlers<'notifications'> = {
  'notifications.push': (payload, services) => sendBrowserNotification(services, payload),
}
