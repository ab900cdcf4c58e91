import { type FileKind, type PreviewFile, previewTokenHeader, viewableKinds } from '@pontic/contract'
import { type Selectable, sql } from 'kysely'
import { writeAudit } from '../audit/audit.service.ts'
import type { Db, Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Tables } from '../db/tables.ts'
import {
  type FileReader,
  type FileRow,
  findVerifiedFile,
  listVerifiedFiles,
  readerOf,
} from '../files/case-files.service.ts'
import { findFileOrder } from '../files/file-access.service.ts'
import { type Content, contentOf, mediaTypeOf } from '../files/sending.service.ts'
import { fail } from '../http/fail.ts'
import type { RequestFacts } from '../http/handlers.ts'
import type { Scope } from '../http/scope.ts'
import type { Services } from '../services.ts'
import { readPreviewToken, signPreviewToken } from './preview-token.ts'

type Link = Selectable<Tables['preview_link']>
type OpenLink = { link: Link; number: string; reader: FileReader; files: FileRow[] }

const dayMs = 86_400_000

/**
 * Makes a signed, expiring link that opens the scans of one case in 3D; its token stands in the fragment, which no server
 * and no referrer ever gets.
 * @throws order.not_found, order.wrong_status (the case has no scan to show yet)
 */
export async function createPreviewLink(
  tx: Tx,
  scope: Scope,
  services: Services,
  input: { id: string; days: number },
): Promise<{ url: string; expiresAt: string }> {
  const order = await findFileOrder(tx, scope, input.id)
  if (order?.party === undefined) fail('order.not_found')
  if ((await listViewable(tx, order.id, readerOf(scope, order.party))).length === 0)
    fail('order.wrong_status')
  const now = services.now()
  const expiresAt = new Date(now.getTime() + input.days * dayMs)
  const id = newId(now.getTime())
  await tx
    .insertInto('preview_link')
    .values({
      id,
      order_id: order.id,
      organization_id: scope.organization.id,
      created_by: scope.account.id,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute()
  await writeAudit(tx, scope, {
    action: 'previews.createLink',
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: order.organizationIds,
    detail: { linkId: id, expiresAt: expiresAt.toISOString() },
  })
  const { publicUrl, secretKey } = services.config
  const token = signPreviewToken(secretKey, { linkId: id, expiresAt })
  return { url: `${publicUrl}/open/preview3d#${token}`, expiresAt: expiresAt.toISOString() }
}

/**
 * The scans that a link opens, by their roles, without a name of anybody; counts the view.
 * @throws preview.link_invalid
 */
export async function openPreview(
  tx: Tx,
  services: Services,
  request: RequestFacts,
): Promise<{ number: string; expiresAt: string; files: PreviewFile[] }> {
  const { link, number, files } = await needLink(tx, services, request)
  await tx
    .updateTable('preview_link')
    .set({ views: sql<number>`views + 1` })
    .where('id', '=', link.id)
    .execute()
  await writeAudit(
    tx,
    { request },
    {
      action: 'previews.open',
      objectType: 'order',
      objectId: link.order_id,
      subjectOrganizationIds: [link.organization_id],
      detail: { linkId: link.id },
    },
  )
  return { number, expiresAt: new Date(link.expires_at).toISOString(), files: files.map(tellPreviewFile) }
}

function tellPreviewFile(file: FileRow): PreviewFile {
  return {
    id: file.id,
    role: file.role as PreviewFile['role'],
    kind: file.kind as FileKind,
    sizeBytes: file.size_bytes,
  }
}

/** One scan of a link, named by its role. @throws preview.link_invalid, also for a file that the link does not open */
export async function findPreviewContent(
  services: Services,
  request: RequestFacts,
  fileId: string,
): Promise<Content> {
  const { files } = await needLink(services.database.db, services, request)
  const file = files.find((one) => one.id === fileId) ?? fail('preview.link_invalid')
  return { ...contentOf(services, file), name: `${file.role}.${file.kind}`, mediaType: mediaTypeOf(null) }
}

const pictureKinds: readonly FileKind[] = ['jpeg', 'png', 'webp']

/**
 * One scan or picture of a case that the caller sees, to be drawn: an individual who may not download looks at it all the
 * same (decisions §4). Called by its role; other files, and the names that people gave, come with the download only.
 * @throws file.not_found
 */
export async function findDrawnContent(
  services: Services,
  scope: Scope,
  { id, fileId }: { id: string; fileId: string },
): Promise<Content> {
  const { db } = services.database
  const order = await findFileOrder(db, scope, id)
  const file = order && (await findVerifiedFile(db, id, fileId, readerOf(scope, order.party)))
  if (order === undefined || file === undefined || !isDrawn(file.kind)) fail('file.not_found')
  await services.database.transaction((tx) =>
    writeAudit(tx, scope, {
      action: 'previews.read',
      objectType: 'file',
      objectId: file.id,
      subjectOrganizationIds: order.organizationIds,
      detail: { orderId: order.id },
    }),
  )
  return { ...contentOf(services, file), name: `${file.role}.${file.kind}` }
}

const isDrawn = (kind: string | null) => [...viewableKinds, ...pictureKinds].some((one) => one === kind)

async function needLink(db: Db | Tx, services: Services, request: RequestFacts): Promise<OpenLink> {
  const text = request.header(previewTokenHeader) ?? ''
  const now = services.now()
  const token = readPreviewToken(services.config.secretKey, text, now)
  const found = token && (await findLink(db, token.linkId, now))
  if (found === undefined) fail('preview.link_invalid')
  return { ...found, files: await listViewable(db, found.link.order_id, found.reader) }
}

/** A link that lives: not revoked, its maker in good standing and his organization still a party to the case. */
async function findLink(
  db: Db | Tx,
  linkId: string,
  now: Date,
): Promise<Omit<OpenLink, 'files'> | undefined> {
  const row = await db
    .selectFrom('preview_link as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .innerJoin('organization as g', 'g.id', 'p.organization_id')
    .innerJoin('account as a', 'a.id', 'p.created_by')
    .selectAll('p')
    .select(['o.number', 'o.clinic_id'])
    .where('p.id', '=', linkId)
    .where('p.revoked_at', 'is', null)
    .where('p.expires_at', '>', now.toISOString())
    .where('o.discarded_at', 'is', null)
    .where((on) => on.or([on('o.clinic_id', '=', on.ref('g.id')), on('o.lab_id', '=', on.ref('g.id'))]))
    .where('g.banned_at', 'is', null)
    .where('g.deleted_at', 'is', null)
    .where('a.disabled_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { number, clinic_id: clinicId, ...link } = row
  const organizationId = link.organization_id
  // Who opens a link reads what its maker reads.
  const reader: FileReader = organizationId === clinicId ? { party: 'all' } : { party: 'lab', organizationId }
  return { link, number, reader }
}

/** The whole files of a case that the viewer opens, attachments left out. */
async function listViewable(db: Db | Tx, orderId: string, reader: FileReader): Promise<FileRow[]> {
  const files = await listVerifiedFiles(db, orderId, reader)
  return files.filter((file) => (viewableKinds as readonly (string | null)[]).includes(file.kind))
}
