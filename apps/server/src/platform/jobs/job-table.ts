import type { Language } from '@pontic/contract'
import type { Services } from '../services.ts'

/**
 * The jobs and their payloads. A feature adds its row here and its handler to
 * `<feature>.jobs.ts`; payloads are ids and plain values, never patients' data.
 */
export type Jobs = {
  /** Sends one mail. Written by `sendMail`. */
  'mail.send': { messageId: string; to: string; subject: string; text: string; html: string; links: string[] }
  /** Sends one SMS. */
  'sms.send': { to: string; text: string }
  /** Makes a one-time code and mails its link, if the address has an account that can use it. */
  'accounts.mailCode': { email: string; purpose: 'verify_email' | 'reset_password' }
  /** Mails the code of a captcha; `language` is the asker's, for those without an account. */
  'captcha.mailCode': { captchaId: string; language: Language }
  /** Mails the link that changes an address, and tells the old one. */
  'accounts.mailEmailChange': { accountId: string; email: string }
  /** Takes names out of accounts that were closed 30 days ago. */
  'accounts.eraseClosed': Record<string, never>
  /** Makes partners of an organization that is verified now and of those who invited it. */
  'partners.joinInviters': { organizationId: string }
  /** Mails a reader of a case's messages that he has not read; the texts are not in it. */
  'conversation.mailMessages': { orderId: string; accountId: string }
  /** Lets go of the photos of cases that were discarded for good. */
  'conversation.dropPhotos': Record<string, never>
  /** Mails somebody of the entries of a support request that he has not read; the texts are not in it. */
  'workorders.mailReplies': { workOrderId: string; accountId: string }
  /** Announces and resolves processed requests whose time has come; takes back those of operators who are gone. */
  'workorders.settle': Record<string, never>
  /** Tries one delivery of a push setting. */
  'transfers.deliver': { deliveryId: string }
  /** Gives jobs to deliveries that have lost theirs. */
  'transfers.resume': Record<string, never>
  /** Removes deliveries and deleted push settings that were kept long enough. */
  'transfers.sweep': Record<string, never>
  /** Gives one piece of news to the push service of one browser; the text is not in it. */
  'notifications.push': { sessionId: string; notificationId: string }
  /** Rings for the individual of an address that a case is shared with it, if the address has one. */
  'orders.ringShare': { orderId: string; organizationId: string; email: string }
  /** Ends uploads that were not finished in time. */
  'files.expire': Record<string, never>
  /** Removes the bytes of a file that was taken out; `sha256` (hex) names its content, if it was whole. */
  'files.dropBytes': { fileId: string; sha256: string | null }
  /** Makes coarse level, picture and measures of a scan; `organizationId` takes the turn. */
  'meshes.build': MeshJob
  /** The same for a large scan. */
  'meshes.buildLarge': MeshJob
  /** Makes the finer levels of a scan. */
  'meshes.refine': MeshJob
  /** The same for a large scan. */
  'meshes.refineLarge': MeshJob
  /** Takes up scans of which nothing was made yet. */
  'meshes.catchUp': Record<string, never>
  /** Removes pictures that nothing has shown for a day, and their bytes. */
  'images.sweep': Record<string, never>
  /** Adds a look at every way in whose interval has passed. */
  'pull.due': Record<string, never>
  /** Looks at one pull setting and takes the cases that have come whole; `organizationId`, its clinic, takes the turn. */
  'pull.run': { settingId: string; organizationId: string; cause: 'interval' | 'demand' | 'look' }
  /** Makes deletes of the platform final, 30 days after. */
  'manage.finishDeletes': Record<string, never>
  /** Empties the cases of erasures whose time has come. */
  'erasures.run': Record<string, never>
  /** Proposes the erasure of cases that are over their retention. */
  'erasures.retain': Record<string, never>
  /** Does again what was erased before the database was restored to an earlier state. */
  'erasures.replay': Record<string, never>
  /** Seals the audit rows written since the last seal. */
  'audit.seal': Record<string, never>
  /** Checks all seals of the audit log against its rows. */
  'audit.check': Record<string, never>
  /** Removes what has expired: tokens, codes, tickets, keys, counters, unverified organizations. */
  'cleanup.run': Record<string, never>
}
export type JobName = keyof Jobs
type MeshJob = { fileId: string; organizationId: string }

/** Does one job. Runs again when it throws: must be idempotent. */
export type JobHandler<Name extends JobName> = (payload: Jobs[Name], services: Services) => Promise<void>

/** The job handlers of a feature: `JobHandlers<'orders'>` demands each job named `orders.…`. */
export type JobHandlers<Feature extends string> = {
  [Name in Extract<JobName, `${Feature}.${string}`>]: JobHandler<Name>
}
