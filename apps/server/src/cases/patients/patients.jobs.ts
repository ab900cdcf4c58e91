import { addJob } from '../../platform/jobs/add-job.ts'
import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import type { Services } from '../../platform/services.ts'
import { runDueErasures } from './due-erasures.service.ts'
import { replayErasures } from './replay.service.ts'
import { proposeRetention } from './retention.service.ts'

/** Queues the replay of erasures: a node may have been started on a restored database. */
export async function replayAtStart({ database, log }: Services): Promise<void> {
  try {
    await database.transaction((tx) => addJob(tx, 'erasures.replay', {}, { key: 'erasures.replay' }))
  } catch (error) {
    // The job of the day does the same.
    log.warn({ err: { message: (error as Error).message } }, 'The replay of erasures was not queued.')
  }
}

/** The jobs of erasing and keeping. */
export const erasureJobs: JobHandlers<'erasures'> = {
  'erasures.run': (_payload, services) => runDueErasures(services),
  'erasures.retain': (_payload, services) => proposeRetention(services),
  'erasures.replay': async (_payload, services) => void (await replayErasures(services)),
}
