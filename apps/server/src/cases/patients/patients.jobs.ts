import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import type { Services } from '../../platform/services.ts'
import { runDueErasures } from './due-erasures.service.ts'
import { replayErasures } from './replay.service.ts'
import { proposeRetention } from './retention.service.ts'

/** Enqueues the replay of erasures at the start of a node, because the database may have been restored. */
export async function replayAtStart({ database, log }: Services): Promise<void> {
  try {
    await database.transaction((tx) => enqueueJob(tx, 'erasures.replay', {}, { key: 'erasures.replay' }))
  } catch (error) {
    // A daily job replays erasures, too.
    log.warn({ err: { message: (error as Error).message } }, 'The replay of erasures was not queued.')
  }
}

/** Jobs of erasure and retention. */
export const erasureJobs: JobHandlers<'erasures'> = {
  'erasures.run': (_payload, services) => runDueErasures(services),
  'erasures.retain': (_payload, services) => proposeRetention(services),
  'erasures.replay': async (_payload, services) => void (await replayErasures(services)),
}
