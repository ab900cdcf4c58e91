import { limits } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import type { Services } from '../../platform/services.ts'
import { allowLongCopy, isContentUsed, lockContent } from '../../platform/storage/contents.ts'
import { deleteUnusedMeshes } from '../meshes/mesh-files.service.ts'
import { closeFile, listDiscarded, listExpired } from './files.queries.ts'
import { advanceOrderAndNotify, enqueueByteDeletion } from './files.service.ts'
import { lockEndedUpload } from './upload-locks.ts'

const batchRows = 500
const dayMs = 86_400_000

/**
 * Jobs that remove expired uploads, remove the files of orders that can no longer be restored, and delete unused bytes.
 */
export const fileJobs: JobHandlers<'files'> = {
  'files.expire': async (_payload, services) => {
    const { db } = services.database
    const now = services.now()
    const discardedBefore = new Date(now.getTime() - limits.orderDiscardDays * dayMs)
    await closeAll(services, 'expired', () => listExpired(db, now, batchRows))
    await closeAll(services, 'removed', () => listDiscarded(db, discardedBefore, batchRows))
  },
  'files.dropBytes': async ({ fileId, sha256 }, services) => {
    // A request that was uploading the file when it was removed stores its last bytes before it releases the lock.
    await services.database.transaction(async (tx) => {
      await lockEndedUpload(tx, fileId)
      await allowLongCopy(tx)
      await services.storage.removeUpload(fileId)
    })
    if (sha256 === null) return
    // The lock prevents a new reference to the content during its deletion.
    await services.database.transaction(async (tx) => {
      await lockContent(tx, sha256)
      await deleteUnusedMeshes({ tx, services }, sha256)
      if (!(await isContentUsed(tx, Buffer.from(sha256, 'hex')))) await services.storage.removeFile(sha256)
    })
  },
}

async function closeAll(
  services: Services,
  as: 'expired' | 'removed',
  list: () => Promise<string[]>,
): Promise<void> {
  for (;;) {
    const fileIds = await list()
    for (const fileId of fileIds) await closeOne(services, fileId, as)
    if (fileIds.length < batchRows) return
  }
}

async function closeOne(services: Services, fileId: string, as: 'expired' | 'removed'): Promise<void> {
  await services.database.transaction(async (tx) => {
    const row = await closeFile(tx, fileId, as, services.now())
    if (row === undefined) return
    await enqueueByteDeletion(tx, row)
    await recordAudit(
      tx,
      {},
      { action: 'files.expire', objectType: 'file', objectId: fileId, detail: { orderId: row.order_id } },
    )
    await advanceOrderAndNotify({ tx, services }, row)
  })
}
