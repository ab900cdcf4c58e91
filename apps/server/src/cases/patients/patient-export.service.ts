import { randomBytes } from 'node:crypto'
import { limits } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { createScope, findActorOfSession, hashToken } from '../../platform/http/actor.ts'
import { recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, RequestFacts } from '../../platform/http/handlers.ts'
import { type Content, type Exchange, sendWhileAuthorized } from '../../platform/http/sending.ts'
import type { Services } from '../../platform/services.ts'
import { createArchive } from '../files/archive.service.ts'
import {
  listExportedCases,
  listExportedContents,
  listExportedDrafts,
  listPatientDraftIds,
} from './patient-export.queries.ts'
import { getPatientOrders } from './patients.service.ts'

const ticketBytes = 16
const hourSeconds = 3_600

/**
 * Creates a ticket for the download of a patient's data by the browser. The ticket has 128 random bits. It is
 * stored as its SHA-256, and is bound to the session and the orders. The patient's name is not stored with
 * it.
 * @throws patient.not_found, patient.changed, request.too_many
 */
export async function createPatientExport(
  call: Call<'tx' | 'scope' | 'services'>,
  chosen: { name: string; orderIds: readonly string[] },
): Promise<{ path: string }> {
  const { tx, scope, services } = call
  const limit = { windowSeconds: hourSeconds, max: limits.patientExportsPerHour }
  await recordAttemptOrFail(tx, `patient-export:${scope.account.id}`, limit, services.now())
  const orderIds = (await getPatientOrders(call, chosen)).map(({ id }) => id)
  const draftIds = await listPatientDraftIds(tx, scope.organization.id, chosen.name)
  const ticket = randomBytes(ticketBytes).toString('base64url')
  await tx
    .insertInto('patient_export')
    .values({
      ticket_sha256: hashToken(ticket),
      session_id: scope.sessionId,
      organization_id: scope.organization.id,
      order_ids: orderIds,
      draft_ids: draftIds,
      created_at: services.now(),
    })
    .execute()
  await recordAudit(tx, scope, {
    objectType: 'patient',
    objectId: '',
    subjectOrganizationIds: [scope.organization.id],
    detail: { orderIds },
  })
  return { path: `/restful/patients/exports/${ticket}` }
}

type Ticket = { session_id: string; organization_id: string; order_ids: string[]; draft_ids: string[] }

async function getTicket(services: Services, ticket: string): Promise<Ticket> {
  const earliest = new Date(services.now().getTime() - limits.exportStartSeconds * 1000)
  const row = await services.database.db
    .selectFrom('patient_export')
    .select(['session_id', 'organization_id', 'order_ids', 'draft_ids'])
    .where('ticket_sha256', '=', hashToken(ticket))
    .where('created_at', '>', earliest.toISOString())
    .executeTakeFirst()
  return row ?? fail('patient.export_invalid')
}

/**
 * Sends the ZIP of a ticket, as long as the ticket's session is valid and its account may manage patients.
 * @throws patient.export_invalid
 */
export async function sendPatientExport(
  call: Exchange & { params: { ticket: string }; request: RequestFacts },
): Promise<void> {
  const { services, request } = call
  const ticket = await getTicket(services, call.params.ticket)
  const actor = await findActorOfSession(services.database, ticket.session_id, services.now())
  if (actor === undefined || actor.organization.id !== ticket.organization_id) fail('patient.export_invalid')
  const rules = { allowsWaitingMembers: false, allowsMissingTwoFactor: false, mode: services.config.mode }
  const scope = createScope(actor, 'patient.manage', rules, request)
  await sendWhileAuthorized(call, scope, () => createPatientZip(services, ticket))
}

/**
 * Builds a ZIP with all data of a patient: a folder per order with `case.json` and the files, and a folder per draft of a new
 * case with `draft.json`.
 */
async function createPatientZip(
  services: Services,
  { order_ids: orderIds, draft_ids: draftIds }: Pick<Ticket, 'order_ids' | 'draft_ids'>,
): Promise<Content> {
  const { database, now } = services
  const { cases, contents, drafts } = await database.snapshot(async (db) => ({
    cases: await listExportedCases(db, orderIds),
    contents: await listExportedContents(db, orderIds),
    drafts: await listExportedDrafts(db, draftIds),
  }))
  const folders = cases.map((one) => ({
    name: one.number,
    text: { name: 'case.json', body: `${JSON.stringify(one.case, undefined, 2)}\n`, at: one.createdAt },
    parts: contents.filter(({ orderId }) => orderId === one.id),
  }))
  const draftFolders = drafts.map(({ content, ...one }, index) => ({
    name: `draft-${index + 1}`,
    text: {
      name: 'draft.json',
      body: `${JSON.stringify({ ...one, content }, undefined, 2)}\n`,
      at: one.updatedAt,
    },
    parts: [],
  }))
  const name = `pontic-patient-${now().toISOString().slice(0, 10)}.zip`
  return (
    (await createArchive(services, name, [...folders, ...draftFolders])) ?? fail('patient.export_invalid')
  )
}
