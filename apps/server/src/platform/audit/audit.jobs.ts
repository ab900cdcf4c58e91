import type { JobHandlers } from '../jobs/job-table.ts'
import { createAuditMonths } from './audit-months.service.ts'
import { checkSeals, sealAudit } from './audit-seals.service.ts'

/** The handlers of the audit jobs. */
export const auditJobs: JobHandlers<'audit'> = {
  'audit.seal': (_payload, { database, now }) => database.transaction((tx) => sealAudit(tx, now())),
  'audit.check': (_payload, services) => checkSeals(services),
  'audit.createMonths': async (_payload, { database, log }) => {
    const created = await createAuditMonths(database)
    if (created.length > 0) log.info({ months: created }, 'Partitions of the audit log were created.')
  },
}
