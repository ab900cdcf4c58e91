import type { JobHandlers } from '../../platform/jobs/job-table.ts'
import { filesChanged } from '../steps/order-steps.hooks.ts'
import { buildMesh, refineMesh } from './mesh-builds.service.ts'
import { catchUpMeshes, listOverdueSends } from './mesh-files.service.ts'
import { scanWaitMaxMs } from './meshes.shared.ts'

const batchRows = 200

/** Jobs that build previews, and that enqueue scans whose preview is missing or outdated. */
export const meshJobs: JobHandlers<'meshes'> = {
  'meshes.build': ({ fileId }, services) => buildMesh(services, fileId),
  'meshes.buildLarge': ({ fileId }, services) => buildMesh(services, fileId),
  'meshes.refine': ({ fileId }, services) => refineMesh(services, fileId),
  'meshes.refineLarge': ({ fileId }, services) => refineMesh(services, fileId),
  'meshes.catchUp': async (_payload, services) => {
    const { database, now } = services
    const at = now()
    const before = new Date(at.getTime() - scanWaitMaxMs)
    await database.transaction((tx) => catchUpMeshes(tx, at, before, batchRows))
    // Deferred sends that have waited too long for a scan continue without it.
    for (const id of await listOverdueSends(database.db, before, batchRows))
      await database.transaction((tx) => filesChanged.run({ tx, services }, id))
  },
}
