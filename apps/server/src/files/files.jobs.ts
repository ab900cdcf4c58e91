import { writeAudit } from '../audit/audit.service.ts'
import type { JobHandlers } from '../jobs/job-table.ts'
import type { Services } from '../services.ts'
import { endFile, isContentUsed, listExpired, lockContent } from './files.queries.ts'
import { settleAndTell } from './files.service.ts'

const batchRows = 500

/** The jobs of files: uploads that were never finished, and bytes that nothing refers to any more. */
export const fileJobs: JobHandlers<'files'> = {
  'files.expire': async (_payload, services) => {
    const { db } = services.database
    for (;;) {
      const fileIds = await listExpired(db, services.now(), batchRows)
      for (const fileId of fileIds) await expireFile(services, fileId)
      if (fileIds.length < batchRows) return
    }
  },
  'files.dropBytes': async ({ fileId, sha256 }, services) => {
    await services.storage.removeUpload(fileId)
    if (sha256 === null) return
    // Under the lock nobody takes the same content into use while it goes.
    await services.database.transaction(async (tx) => {
      await lockContent(tx, sha256)
      if (!(await isContentUsed(tx, Buffer.from(sha256, 'hex')))) await services.storage.removeFile(sha256)
    })
  },
}

async function expireFile(services: Services, fileId: string): Promise<void> {
  const hasEnded = await services.database.transaction(async (tx) => {
    const row = await endFile(tx, fileId, 'expired', services.now())
    if (row === undefined) return false
    await writeAudit(tx, {}, { action: 'files.expire', objectType: 'file', objectId: fileId })
    await settleAndTell(tx, services, row)
    return true
  })
  if (hasEnded) await services.storage.removeUpload(fileId)
}
