import type { JobHandlers } from '../jobs/job-table.ts'
import { checkSeals, sealAudit } from './audit-seals.service.ts'

/** The handlers of the audit jobs. */
export const auditJobs: JobHandlers<'audit'> = {
  'audit.seal': (_payload, { database, now }) => database.transaction((tx) => sealAudit(tx, now())),
  'audit.check': (_payload, services) => checkSeals(services),
}
