import type { FileKind } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { createScope, findActorOfSession } from '../../platform/http/actor.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, RequestFacts } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { type Content, type Exchange, sendWhileAuthorized } from '../../platform/http/sending.ts'
import {
  type FileOrder,
  type FileRow,
  findFileOrder,
  findVerifiedFile,
  listVerifiedFiles,
  readerOf,
} from '../access/file-access.service.ts'
import { findCaseRecord } from '../reviews/review-record.service.ts'
import { createOrderZip } from './case-zip.ts'
import { getTicket, startTicket, type Ticket } from './tickets.ts'

const shownTypes: Partial<Record<FileKind, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  zip: 'application/zip',
}

/**
 * Returns the media type of a picture, PDF or ZIP. Other kinds get `application/octet-stream`, so that no browser
 * executes them.
 */
function mediaTypeOf(kind: FileKind | null): string {
  return (kind && shownTypes[kind]) ?? 'application/octet-stream'
}

/**
 * Returns the content of a verified file under its original name. nginx sends it if it serves the stored files. A client with a
 * ticket is redirected to a signed URL, if the settings say so: a ticket is opened by a navigation of the browser, while a script
 * could not read another origin.
 */
function contentOf(
  { services, request }: Call<'services' | 'request'>,
  file: FileRow,
  isNavigation: boolean,
): Content {
  const { storage, config } = services
  const { proxyFiles } = config
  const sha256 = file.sha256?.toString('hex') ?? ''
  const isProxied = proxyFiles !== undefined && request.isForwarded()
  return {
    name: file.name,
    mediaType: mediaTypeOf(file.kind),
    sizeBytes: file.size_bytes,
    etag: sha256,
    open: (range) => storage.openFile(sha256, range),
    copy: (range, write) => storage.copyFile(sha256, range, write),
    locate: async (savedAs) => {
      const location = isProxied || isNavigation ? await storage.locateFile(sha256, savedAs) : undefined
      if (location === undefined) return undefined
      if ('url' in location) return isNavigation ? location : undefined
      return isProxied ? { path: proxyFiles + location.path } : undefined
    },
  }
}

const idPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Sends one verified file of an order that the caller may see. @throws file.not_found, file.range_invalid */
export async function sendFile(
  exchange: Exchange & Call<'request'>,
  scope: Scope,
  orderId: string,
  fileId: string,
): Promise<void> {
  const { services } = exchange
  if (!idPattern.test(orderId) || !idPattern.test(fileId)) fail('file.not_found')
  await sendWhileAuthorized(exchange, scope, async () => {
    const { order, file } = await getFile({ scope, services }, orderId, fileId)
    // Ranges and HEAD are audited too: they also disclose patient data (threat T63).
    await auditDownload({ scope, services }, order, file)
    return contentOf(exchange, file, false)
  })
}

/**
 * Sends the file or ZIP of a ticket, as long as the ticket's session is valid and its account may read files (rules §7).
 * @throws file.ticket_invalid, file.range_invalid
 */
export async function sendByTicket(exchange: Exchange, text: string, request: RequestFacts): Promise<void> {
  const { services, incoming } = exchange
  const ticket = await getTicket(services, text, incoming)
  const actor = await findActorOfSession(services.database, ticket.session_id, services.now())
  if (actor === undefined) fail('file.ticket_invalid')
  const rules = { allowsWaitingMembers: false, allowsMissingTwoFactor: false, mode: services.config.mode }
  const scope = createScope(actor, 'file.read', rules, request)
  await sendWhileAuthorized(exchange, scope, () => getTicketContent({ scope, services, request }, ticket))
}

async function getTicketContent(
  call: Call<'scope' | 'services' | 'request'>,
  ticket: Ticket,
): Promise<Content> {
  const { scope, services } = call
  const { db } = services.database
  const order = await findFileOrder({ tx: db, scope }, ticket.order_id)
  if (order === undefined || !order.mayDownload) fail('file.ticket_invalid')
  const reader = readerOf(scope, order.party)
  const isCase = ticket.file_id === null
  const file = isCase ? undefined : await findVerifiedFile(db, order.id, ticket.file_id ?? '', reader)
  const files = isCase ? await listVerifiedFiles(db, order.id, reader) : []
  if (file === undefined && files.length === 0) fail('file.ticket_invalid')
  if (await startTicket(services, ticket)) await auditDownload(call, order, file)
  if (file !== undefined) return contentOf(call, file, true)
  return createOrderZip(
    services,
    order,
    files,
    await findCaseRecord({ tx: db, scope }, order.id, order.party),
  )
}

async function getFile(
  { scope, services }: Call<'scope' | 'services'>,
  orderId: string,
  fileId: string,
): Promise<{ order: FileOrder; file: FileRow }> {
  const { db } = services.database
  const order = await findFileOrder({ tx: db, scope }, orderId)
  const isAllowed = order?.mayDownload === true
  const file = isAllowed
    ? await findVerifiedFile(db, orderId, fileId, readerOf(scope, order.party))
    : undefined
  if (order === undefined || file === undefined) fail('file.not_found')
  return { order, file }
}

async function auditDownload(
  { scope, services }: Call<'scope' | 'services'>,
  order: FileOrder,
  file: FileRow | undefined,
): Promise<void> {
  await services.database.transaction((tx) =>
    recordAudit(tx, scope, {
      action: file === undefined ? 'files.downloadCase' : 'files.download',
      objectType: file === undefined ? 'order' : 'file',
      objectId: file?.id ?? order.id,
      subjectOrganizationIds: order.organizationIds,
      detail: { orderId: order.id },
    }),
  )
}
