import type { JobName } from './job-table.ts'

/** The purpose of each job, for the documentation and logs. The type requires a row for each. */
const summaries = {
  'mail.send': 'Sends one mail.',
  'sms.send': 'Sends one SMS.',
  'accounts.mailCode':
    'Creates a one-time code and mails its link, if the address has an account that can use it.',
  'captcha.mailCode':
    'Mails the code of a captcha to people who cannot see its picture; for a sign-in only if the address has an account.',
  'accounts.mailEmailChange': 'Mails the link that confirms a new address, and notifies the old one.',
  'accounts.eraseClosed':
    'Erases names and addresses from accounts that were closed 30 days ago, every hour.',
  'conversation.mailMessages':
    'Mails a reader the number of unread messages of a case, ten minutes after the first of them.',
  'conversation.dropPhotos': 'Detaches the photos in messages of cases deleted 30 days ago, every hour.',
  'workorders.mailReplies':
    'Mails a person the number of unread entries of a support request, ten minutes after the first of them.',
  'workorders.settle':
    'Reminds submitters seven days after their requests were processed, resolves those after fourteen, and unassigns requests of operators whose accounts are gone, every hour.',
  'transfers.deliver':
    'Attempts one delivery of a push setting; a failed one is repeated for three days at growing intervals.',
  'transfers.resume': 'Enqueues jobs for deliveries that are pending but have no job, every ten minutes.',
  'transfers.sweep':
    'Removes deliveries that ended 90 days ago and push settings deleted 30 days ago, every day.',
  'notifications.mailDigest': 'Mails a person the waiting mails about cases, grouped by case.',
  'notifications.push':
    'Sends one notification to one browser through its push service, unless it was read meanwhile.',
  'orders.ringShare':
    'Notifies an individual of a case that was shared with their email address, if the address has an account.',
  'files.expire':
    'Cancels uploads that were not finished within seven days, and removes files of cases deleted 30 days ago, every hour.',
  'partners.joinInviters':
    'Creates the partnerships of a newly verified organization with those who invited it.',
  'files.dropBytes': 'Removes the bytes of a deleted file, once no other file has the same content.',
  'meshes.build': 'Builds the coarse level of a scan, renders its picture and measures it.',
  'meshes.buildLarge': 'Like meshes.build, for a scan of more than 16 MiB.',
  'meshes.refine': 'Builds the finer levels of a scan.',
  'meshes.refineLarge': 'Like meshes.refine, for a scan of more than 16 MiB.',
  'meshes.catchUp': 'Enqueues scans for which no mesh was built, every hour.',
  'prescriptions.fillWork':
    'Stores the work of prescriptions for the lists of cases where it is missing after an upgrade, every hour.',
  'images.sweep': 'Removes pictures that nothing has referred to for a day, and their bytes, every hour.',
  'manage.finishDeletes': 'Makes deletions by the platform permanent after 30 days, every hour.',
  'erasures.run': 'Erases the cases of erasure requests that are 30 days old, every hour.',
  'erasures.retain': 'Proposes to clinics the erasure of cases whose retention has passed, every day.',
  'erasures.replay':
    'Repeats erasures after the database was restored to an earlier state, at each start and every day.',
  'pull.due': 'Enqueues a poll for every pull setting that is due, every minute.',
  'pull.run': 'Polls one pull setting and imports complete cases.',
  'audit.seal': 'Seals the audit rows written since the last seal, every minute.',
  'audit.check': 'Checks all seals of the audit log against its rows, every night and on request.',
  'audit.createMonths': 'Creates the partitions of the audit log for the next months, every hour.',
  'cleanup.run':
    'Removes expired tokens, codes, tickets, idempotency keys, counters, exports, notifications and preview visits, and unverified organizations and members, every hour.',
} as const satisfies Record<JobName, string>

/** Names of all jobs with their purpose. */
export const jobSummaries = Object.entries(summaries) as [JobName, string][]
