import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { sendBrowserNotification } from './browser-notifications.service.ts'
import { sendDigest } from './mail-digests.service.ts'

/** Jobs that send browser notifications and digests of mails. */
export const notificationJobs: JobHandlers<'notifications'> = {
  'notifications.push': (payload, services) => sendBrowserNotification(services, payload),
  'notifications.mailDigest': (payload, services) =>
    services.database.transaction((tx) => sendDigest({ tx, services }, payload)),
}
