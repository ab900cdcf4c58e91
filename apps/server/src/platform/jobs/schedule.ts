import { type CronItem, parseCronItems } from 'graphile-worker'
import type { JobName } from './job-table.ts'

/**
 * Jobs that start at fixed times. `match` is minute, hour, day, month and weekday. If no node was running at that time, the job runs
 * once when a node starts within `backfillPeriod`.
 */
export const schedule = parseCronItems([
  { task: 'pull.due', match: '* * * * *', options: { backfillPeriod: 60_000, maxAttempts: 1 } },
  { task: 'audit.seal', match: '* * * * *', options: { backfillPeriod: 60_000, maxAttempts: 1 } },
  { task: 'audit.check', match: '11 3 * * *', options: { backfillPeriod: 86_400_000, maxAttempts: 1 } },
  {
    task: 'audit.createMonths',
    match: '23 * * * *',
    options: { backfillPeriod: 3_600_000, maxAttempts: 1 },
  },
  { task: 'files.expire', match: '37 * * * *', options: { backfillPeriod: 3_600_000, maxAttempts: 1 } },
  {
    task: 'conversation.dropPhotos',
    match: '27 * * * *',
    options: { backfillPeriod: 3_600_000, maxAttempts: 1 },
  },
  {
    task: 'workorders.settle',
    match: '57 * * * *',
    options: { backfillPeriod: 3_600_000, maxAttempts: 1 },
  },
  { task: 'erasures.run', match: '57 * * * *', options: { backfillPeriod: 3_600_000, maxAttempts: 1 } },
  { task: 'erasures.retain', match: '12 3 * * *', options: { backfillPeriod: 86_400_000, maxAttempts: 1 } },
  { task: 'erasures.replay', match: '42 3 * * *', options: { backfillPeriod: 86_400_000, maxAttempts: 1 } },
  { task: 'meshes.catchUp', match: '57 * * * *', options: { backfillPeriod: 3_600_000, maxAttempts: 1 } },
  {
    task: 'prescriptions.fillWork',
    match: '7 * * * *',
    options: { backfillPeriod: 3_600_000, maxAttempts: 1 },
  },
  { task: 'images.sweep', match: '47 * * * *', options: { backfillPeriod: 3_600_000, maxAttempts: 1 } },
  {
    task: 'accounts.eraseClosed',
    match: '7 * * * *',
    options: { backfillPeriod: 3_600_000, maxAttempts: 1 },
  },
  {
    task: 'manage.finishDeletes',
    match: '11 * * * *',
    options: { backfillPeriod: 3_600_000, maxAttempts: 1 },
  },
  { task: 'transfers.resume', match: '*/10 * * * *', options: { backfillPeriod: 600_000, maxAttempts: 1 } },
  { task: 'transfers.sweep', match: '41 2 * * *', options: { backfillPeriod: 86_400_000, maxAttempts: 1 } },
  { task: 'cleanup.run', match: '17 * * * *', options: { backfillPeriod: 3_600_000, maxAttempts: 1 } },
] satisfies (CronItem & { task: JobName })[])
/** Scheduled jobs that a wrong clock must not start, because they delete what is older than some time. Those of each minute do not. */
export const guardedByClock = new Set<string>(
  schedule.filter(({ options }) => options.backfillPeriod > 60_000).map(({ task }) => task),
)
