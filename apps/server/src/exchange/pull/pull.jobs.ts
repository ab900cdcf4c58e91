import { limits } from '@pontic/contract'
import { sql } from 'kysely'
import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { enqueueRun, runSetting } from './run-setting.ts'

const dayMs = 86_400_000

/**
 * Jobs of pull settings. `pull.due` enqueues polls of due settings. It also deletes old runs, and deleted settings that can
 * no longer be restored. `pull.run` polls one setting.
 */
export const pullJobs: JobHandlers<'pull'> = {
  'pull.due': async (_payload, services) => {
    const now = services.now()
    await services.database.transaction(async (tx) => {
      const { rows } = await sql<{ id: string; clinic_id: string }>`
        update pull_setting set next_run_at = ${now}::timestamptz + interval_minutes * interval '1 minute'
        where is_enabled and deleted_at is null and next_run_at <= ${now}::timestamptz
        returning id, clinic_id`.execute(tx)
      for (const setting of rows) await enqueueRun(tx, setting, 'interval')
    })
    const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString()
    const { db } = services.database
    await db.deleteFrom('pull_run').where('started_at', '<', ago(limits.pullRunDays)).execute()
    await db.deleteFrom('pull_setting').where('deleted_at', '<', ago(limits.pullSettingRestoreDays)).execute()
  },
  'pull.run': async ({ settingId, cause }, services) => {
    await runSetting(services, settingId, cause)
  },
}
