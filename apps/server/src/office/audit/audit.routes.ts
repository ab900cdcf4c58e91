import { recordAudit } from '../../platform/audit/audit.service.ts'
import { getSealState } from '../../platform/audit/audit-seals.service.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { createListExport, sendListExport } from '../../platform/http/list-exports.ts'
import { zoneOfRequest } from '../../platform/http/reader-zone.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { listActions } from './audit.queries.ts'
import { auditExport } from './audit-export.service.ts'
import { listAudit } from './audit-list.service.ts'

/** Handlers of the audit log. */
export const auditHandlers: Handlers<'audit'> = {
  'audit.list': (call) => listAudit(call, call.body, zoneOfRequest(call.request)),
  'audit.actions': async ({ tx }) => ({ actions: await listActions(tx) }),
  'audit.seals': ({ tx }) => getSealState(tx),
  'audit.checkSeals': async ({ tx, scope }) => {
    await enqueueJob(tx, 'audit.check', {}, { key: 'audit.check', attemptsMax: 1 })
    await recordAudit(tx, scope, { objectType: 'audit', objectId: '' })
    return { done: true }
  },
  'audit.createExport': (call) => createListExport(call, auditExport, call.body.filter),
  'audit.export': (call) => sendListExport(call, auditExport),
}
