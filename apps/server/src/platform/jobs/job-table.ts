import type { Language } from '@pontic/contract'
import type { Services } from '../services.ts'

/**
 * All jobs with their payloads. A feature adds its jobs here and their handlers to `<feature>.jobs.ts`.
 * Payloads are ids and plain values, never patient data.
 */
export type Jobs = {
  /** Sends one mail; enqueued by `sendMail`. */
  'mail.send': { messageId: string; to: string; subject: string; text: string; html: string; links: string[] }
  /** Sends one SMS. */
  'sms.send': { to: string; text: string }
  /** Creates a one-time code and mails its link, if the address has an account that can use it. */
  'accounts.mailCode': { email: string; purpose: 'verify_email' | 'reset_password' }
  /** Mails the code of a captcha; `language` is the caller's, for people without an account. */
  'captcha.mailCode': { captchaId: string; language: Language }
  /** Mails the link that confirms a new address, and notifies the old one. */
  'accounts.mailEmailChange': { accountId: string; email: string }
  /** Erases names and addresses from accounts that were closed 30 days ago. */
  'accounts.eraseClosed': Record<string, never>
  /** Creates the partnerships of a newly verified organization with those who invited it. */
  'partners.joinInviters': { organizationId: string }
  /** Mails a reader the number of unread messages of a case, without the message texts. */
  'conversation.mailMessages': { orderId: string; accountId: string }
  /** Detaches the photos of permanently deleted cases, so that `images.sweep` removes them. */
  'conversation.dropPhotos': Record<string, never>
  /** Mails a person the number of unread entries of a support request, without the texts of the entries. */
  'workorders.mailReplies': { workOrderId: string; accountId: string }
  /**
   * Reminds the submitters of processed support requests, resolves requests that are due, and unassigns requests of operators
   * who left.
   */
  'workorders.settle': Record<string, never>
  /** Attempts one delivery of a push setting. */
  'transfers.deliver': { deliveryId: string }
  /** Enqueues jobs for deliveries that are pending but have no job. */
  'transfers.resume': Record<string, never>
  /** Removes deliveries and deleted push settings after their retention. */
  'transfers.sweep': Record<string, never>
  /** Sends one notification to one browser through its push service, without the text. */
  'notifications.push': { sessionId: string; notificationId: string }
  /** Stores the work of prescriptions for the lists of cases, where a node of the previous version has not stored it. */
  'prescriptions.fillWork': Record<string, never>
  /** Mails an account its waiting mails about cases; `orderId` restricts them to one case. */
  'notifications.mailDigest': { accountId: string; orderId: string | null }
  /** Notifies an individual of a case that was shared with their email address, if the address has an account. */
  'orders.ringShare': { orderId: string; organizationId: string; email: string }
  /** Cancels uploads that were not finished in time, and removes the files of permanently deleted cases. */
  'files.expire': Record<string, never>
  /** Removes the bytes of a deleted file. `sha256` (hex) is the hash of its content, or null if the upload was incomplete. */
  'files.dropBytes': { fileId: string; sha256: string | null }
  /** Builds the coarse level, picture and measures of a scan. `organizationId` determines the job's turn (`enqueueJob`). */
  'meshes.build': MeshJob
  /** Like `meshes.build`, for a large scan. */
  'meshes.buildLarge': MeshJob
  /** Builds the finer levels of a scan. */
  'meshes.refine': MeshJob
  /** Like `meshes.refine`, for a large scan. */
  'meshes.refineLarge': MeshJob
  /** Enqueues scans for which no mesh was built. */
  'meshes.catchUp': Record<string, never>
  /** Removes pictures that nothing has referred to for a day, and their bytes. */
  'images.sweep': Record<string, never>
  /** Enqueues a poll for every pull setting that is due. */
  'pull.due': Record<string, never>
  /**
   * Polls one pull setting and imports complete cases. `organizationId` is the setting's clinic and determines the job's turn
   * (`enqueueJob`).
   */
  'pull.run': { settingId: string; organizationId: string; cause: 'interval' | 'demand' | 'look' }
  /** Makes deletions by the platform permanent after 30 days. */
  'manage.finishDeletes': Record<string, never>
  /** Erases the cases of erasure requests that are due. */
  'erasures.run': Record<string, never>
  /** Proposes the erasure of cases whose retention has passed. */
  'erasures.retain': Record<string, never>
  /** Repeats erasures after the database was restored to an earlier state. */
  'erasures.replay': Record<string, never>
  /** Seals the audit rows written since the last seal. */
  'audit.seal': Record<string, never>
  /** Checks all seals of the audit log against its rows. */
  'audit.check': Record<string, never>
  /** Creates the partitions of the audit log for the next months. */
  'audit.createMonths': Record<string, never>
  /** Removes expired rows, and organizations and members that were never verified (`removeExpired`). */
  'cleanup.run': Record<string, never>
}
export type JobName = keyof Jobs
type MeshJob = { fileId: string; organizationId: string }

/** Runs one job. The queue repeats a job whose handler throws, so the handler must be idempotent. */
export type JobHandler<Name extends JobName> = (payload: Jobs[Name], services: Services) => Promise<void>

/** The job handlers of a feature: `JobHandlers<'orders'>` requires each job named `orders.…`. */
export type JobHandlers<Feature extends string> = {
  [Name in Extract<JobName, `${Feature}.${string}`>]: JobHandler<Name>
}
