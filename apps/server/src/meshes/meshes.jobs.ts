import type { JobHandlers } from '../jobs/job-table.ts'
import { buildMesh } from './mesh-builds.service.ts'

/** The job that makes what is kept beside a scan. */
export const meshJobs: JobHandlers<'meshes'> = {
  'meshes.build': ({ fileId }, services) => buildMesh(services, fileId),
}
