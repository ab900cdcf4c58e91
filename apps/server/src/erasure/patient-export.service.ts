import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { limits } from '@pontic/contract'
import { writeAudit } from '../audit/audit.service.ts'
import type { Tx } from '../db/database.ts'
import { uniqueNames } from '../files/names.ts'
import { type Content, type Exchange, sendWatched } from '../files/sending.service.ts'
import { entryOf, layoutZip, piecesOf, type ZipEntry, type ZipLayout } from '../files/zip.ts'
import { findActorOfSession, hashToken, mintScope } from '../http/actor.ts'
import { countAttempt } from '../http/attempts.ts'
import { fail } from '../http/fail.ts'
import type { RequestFacts } from '../http/handlers.ts'
import type { Scope } from '../http/scope.ts'
import type { Services } from '../services.ts'
import {
  type ExportedCase,
  type ExportedContent,
  listExportedCases,
  listExportedContents,
} from './patient-export.queries.ts'
import { needCases } from './patients.service.ts'

const ticketBytes = 16
const hourSeconds = 3_600

/**
 * Makes a ticket for the browser's own download of a patient: 128 random bits, kept only as their SHA-256, bound to the
 * session and to his cases. His name is not kept with it.
 * @throws patient.not_found, patient.changed, request.too_many
 */
export async function createPatientExport(
  tx: Tx,
  scope: Scope,
  services: Services,
  chosen: { name: string; orderIds: readonly string[] },
): Promise<{ path: string }> {
  const limit = { windowSeconds: hourSeconds, max: limits.patientExportsPerHour }
  await countAttempt(tx, `patient-export:${scope.account.id}`, limit, services.now())
  const orderIds = (await needCases(tx, scope, chosen)).map(({ id }) => id)
  const ticket = randomBytes(ticketBytes).toString('base64url')
  await tx
    .insertInto('patient_export')
    .values({
      ticket_sha256: hashToken(ticket),
      session_id: scope.sessionId,
      organization_id: scope.organization.id,
      order_ids: orderIds,
      created_at: services.now(),
    })
    .execute()
  await writeAudit(tx, scope, {
    action: 'patients.export',
    objectType: 'patient',
    objectId: '',
    subjectOrganizationIds: [scope.organization.id],
    detail: { orderIds },
  })
  return { path: `/restful/patients/exports/${ticket}` }
}

type Ticket = { session_id: string; organization_id: string; order_ids: string[] }

async function needTicket(services: Services, ticket: string): Promise<Ticket> {
  const earliest = new Date(services.now().getTime() - limits.exportStartSeconds * 1000)
  const row = await services.database.db
    .selectFrom('patient_export')
    .select(['session_id', 'organization_id', 'order_ids'])
    .where('ticket_sha256', '=', hashToken(ticket))
    .where('created_at', '>', earliest.toISOString())
    .executeTakeFirst()
  return row ?? fail('patient.export_invalid')
}

/**
 * Sends what a ticket was made for, while its session lives and has the right.
 * @throws patient.export_invalid
 */
export async function sendPatientExport(
  call: Exchange & { params: { ticket: string }; request: RequestFacts },
): Promise<void> {
  const { services, request } = call
  const ticket = await needTicket(services, call.params.ticket)
  const actor = await findActorOfSession(services.database, ticket.session_id, services.now())
  if (actor === undefined || actor.organization.id !== ticket.organization_id) fail('patient.export_invalid')
  const opening = { isOpenToWaiting: false, isOpenToUnsecured: false, mode: services.config.mode }
  const scope = mintScope(actor, 'patient.manage', opening, request)
  await sendWatched(call, scope, () => zipOfPatient(services, ticket.order_ids))
}

/** A part of the archive: bytes made here, or a stored content. */
type Part = { entry: ZipEntry } & ({ bytes: Buffer } | { sha256: string })

/** Everything about a patient as one ZIP: a folder a case, with `case.json` and its files. */
async function zipOfPatient(services: Services, orderIds: readonly string[]): Promise<Content> {
  const { database, now } = services
  const { cases, contents } = await database.snapshot(async (db) => ({
    cases: await listExportedCases(db, orderIds),
    contents: await listExportedContents(db, orderIds),
  }))
  const parts: Part[] = []
  for (const one of cases) parts.push(...(await partsOf(services, one, contents)))
  const layout = layoutZip(parts.map(({ entry }) => entry))
  return {
    name: `pontic-patient-${now().toISOString().slice(0, 10)}.zip`,
    mediaType: 'application/zip',
    sizeBytes: layout.sizeBytes,
    etag: createHash('sha256')
      .update(JSON.stringify(parts.map(({ entry }) => entry)))
      .digest('hex'),
    open: async ({ start, end }) =>
      Readable.from(readPieces(services, layout, parts, start, end), { highWaterMark: 1 }),
  }
}

async function partsOf(
  services: Services,
  one: ExportedCase,
  contents: readonly ExportedContent[],
): Promise<Part[]> {
  const own = contents.filter(({ orderId }) => orderId === one.id)
  const [, ...names] = uniqueNames(['case.json', ...own.map(({ name }) => name)])
  const json = Buffer.from(`${JSON.stringify(one.case, undefined, 2)}\n`)
  const folder = `${one.number}/`
  const parts: Part[] = [{ entry: entryOf(`${folder}case.json`, json, new Date(one.createdAt)), bytes: json }]
  for (const [index, content] of own.entries()) {
    const { sha256, sizeBytes, at } = content
    // Half an export must not begin: content that is missing refuses the whole.
    if ((await services.storage.findFileSize(sha256)) !== sizeBytes) fail('patient.export_invalid')
    const sum = content.crc32 ?? (await sumOf(services, sha256))
    const name = folder + (names[index] ?? sha256)
    parts.push({ entry: { name, sizeBytes, crc32: sum, modifiedAt: new Date(at) }, sha256 })
  }
  return parts
}

async function sumOf({ storage }: Services, sha256: string): Promise<number> {
  let sum = 0
  for await (const chunk of await storage.openFile(sha256)) sum = crc32(chunk as Buffer, sum)
  return sum
}

async function* readPieces(
  { storage }: Services,
  layout: ZipLayout,
  parts: readonly Part[],
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (const piece of piecesOf(layout, start, end)) {
    const part = 'bytes' in piece ? piece : parts[piece.entry]
    if ('bytes' in piece) yield piece.bytes
    else if (part !== undefined && 'bytes' in part) yield part.bytes.subarray(piece.start, piece.end + 1)
    else if (part !== undefined && 'sha256' in part)
      yield* await storage.openFile(part.sha256, { start: piece.start, end: piece.end })
  }
}
