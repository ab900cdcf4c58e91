import type { JobHandlers } from '../jobs/job-table.ts'
import { buildMesh } from './mesh-builds.service.ts'
import { catchUpMeshes } from './mesh-files.service.ts'

const hourMs = 3_600_000
const batchRows = 200

/** The jobs that make what is kept beside scans, and take up those that were missed. */
export const meshJobs: JobHandlers<'meshes'> = {
  'meshes.build': ({ fileId }, services) => buildMesh(services, fileId),
  'meshes.catchUp': async (_payload, { database, now }) => {
    const at = now()
    await database.transaction((tx) => catchUpMeshes(tx, at, new Date(at.getTime() - hourMs), batchRows))
  },
}
