import type { ServerResponse } from 'node:http'
import { limits } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { recordAttemptOrFail } from '../../platform/http/attempts.ts'
import type { Call } from '../../platform/http/handlers.ts'
import {
  findExportedAccount,
  listExportedAssignments,
  listExportedAudit,
  listExportedDrafts,
  listExportedFactors,
  listExportedFiles,
  listExportedImages,
  listExportedInvitations,
  listExportedMessages,
  listExportedSessions,
  listExportedShares,
  listExportedSteps,
  listExportedWorkOrders,
} from './export.queries.ts'

/**
 * Sends a JSON file with the data about the caller's account that `export.queries.ts` reads. Patients and the texts of messages
 * are left out. Names of files and notes may still name a patient.
 * @throws request.too_many
 */
export async function sendExport({
  scope,
  services,
  outgoing,
}: Call<'scope' | 'services'> & { outgoing: ServerResponse }): Promise<void> {
  const { database } = services
  const { id } = scope.account
  const limit = { windowSeconds: 3_600, max: limits.dataExportsPerHour }
  await database.transaction((tx) => recordAttemptOrFail(tx, `export:${id}`, limit, services.now()))
  const data = await database.snapshot(async (db) => ({
    exportedAt: services.now().toISOString(),
    account: await findExportedAccount(db, id),
    sessions: await listExportedSessions(db, id),
    secondFactors: await listExportedFactors(db, id),
    images: await listExportedImages(db, id),
    caseSteps: await listExportedSteps(db, id),
    assignedCases: await listExportedAssignments(db, id),
    caseDrafts: await listExportedDrafts(db, id),
    messages: await listExportedMessages(db, id),
    uploadedFiles: await listExportedFiles(db, id),
    sharedCases: await listExportedShares(db, id),
    invitations: await listExportedInvitations(db, id),
    supportRequests: await listExportedWorkOrders(db, id),
    activity: await listExportedAudit(db, id),
  }))
  await database.transaction((tx) => recordAudit(tx, scope, { objectType: 'account', objectId: id }))
  const body = Buffer.from(`${JSON.stringify(data, null, 2)}\n`)
  outgoing.setHeader('content-type', 'application/json; charset=utf-8')
  outgoing.setHeader('content-length', body.length)
  outgoing.setHeader('content-disposition', 'attachment; filename="pontic-account.json"')
  outgoing.end(body)
}
