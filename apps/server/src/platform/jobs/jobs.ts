import type { JobName } from './job-table.ts'

/** What each job does, for readers and logs. A job without a row does not compile. */
const summaries = {
  'mail.send': 'Sends one mail.',
  'sms.send': 'Sends one SMS.',
  'accounts.mailCode':
    'Makes a one-time code and mails its link, if the address has an account that can use it.',
  'captcha.mailCode':
    'Mails the code of a captcha to who can’t see its picture; for a sign-in only where the address has an account.',
  'accounts.mailEmailChange': 'Mails the link that changes an address, and tells the old one.',
  'accounts.eraseClosed':
    'Takes names and addresses out of accounts that were closed 30 days ago, every hour.',
  'conversation.mailMessages':
    'Mails a reader how many messages of a case he has not read, ten minutes after the first of them.',
  'conversation.dropPhotos': 'Lets go of the photos in messages of cases discarded 30 days ago, every hour.',
  'workorders.mailReplies':
    'Mails somebody how many entries of a support request he has not read, ten minutes after the first of them.',
  'workorders.settle':
    'Reminds submitters seven days after their requests were processed, resolves those after fourteen, and takes requests back from operators whose accounts are gone, every hour.',
  'transfers.deliver':
    'Tries one delivery of a push setting; after a failure it is tried again for three days, ever more seldom.',
  'transfers.resume': 'Gives jobs to deliveries that have lost theirs, every ten minutes.',
  'transfers.sweep':
    'Removes deliveries that ended 90 days ago and push settings deleted 30 days ago, every day.',
  'notifications.push':
    'Gives one piece of news to the push service of one browser, unless it was read meanwhile.',
  'orders.ringShare':
    'Puts a case that is shared with an address on the bell of its individual, if it has one.',
  'files.expire':
    'Ends uploads that were not finished within seven days, and files of cases discarded 30 days ago, every hour.',
  'partners.joinInviters':
    'Makes partners of an organization that is verified now and of those who invited it.',
  'files.dropBytes':
    'Removes the bytes of a file that was taken out, once no other file has the same content.',
  'meshes.build': 'Makes the coarse level of a scan, draws its picture and measures it.',
  'meshes.buildLarge': 'The same for a scan of more than 16 MiB.',
  'meshes.refine': 'Makes the finer levels of a scan.',
  'meshes.refineLarge': 'The same for a scan of more than 16 MiB.',
  'meshes.catchUp': 'Takes up scans of which nothing was made yet, every hour.',
  'images.sweep': 'Removes pictures that nothing has shown for a day, and their bytes, every hour.',
  'manage.finishDeletes': 'Makes deletes of the platform final that are 30 days old, every hour.',
  'erasures.run': 'Empties the cases of erasures whose 30 days are over, every hour.',
  'erasures.retain':
    'Proposes the erasure of cases that are over their retention to their clinics, every day.',
  'erasures.replay':
    'Does again what was erased before the database was restored to an earlier state, at each start and every day.',
  'pull.due': 'Adds a look at every way in whose interval has passed, every minute.',
  'pull.run': 'Looks at one way in and takes the cases that have come whole.',
  'audit.seal': 'Seals the audit rows written since the last seal, every minute.',
  'audit.check': 'Checks all seals of the audit log against its rows, every night and when asked.',
  'cleanup.run':
    'Removes expired tokens, codes, tickets, keys and counters, and organizations that were never verified, every hour.',
} as const satisfies Record<JobName, string>

/** Names of all jobs with what they do. */
export const jobNames = Object.entries(summaries) as [JobName, string][]
