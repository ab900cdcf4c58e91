import {
  type FileKind,
  limits,
  type PreviewFile,
  previewPassHeader,
  previewTokenHeader,
  viewableKinds,
} from '@pontic/contract'
import { verifyPassword } from '../../people/session/password.shared.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import {
  addressSubject,
  deleteAttempts,
  failureWindowSeconds,
  recordAttempts,
} from '../../platform/http/attempts.ts'
import { fail, failWithRetryAfter } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import type { Content } from '../../platform/http/sending.ts'
import { parseUserAgent } from '../../platform/http/user-agent.ts'
import { type FileReader, type FileRow, listVerifiedFiles } from '../access/file-access.service.ts'
import { listMeshes } from '../meshes/mesh-files.service.ts'
import { contentOfPart, type MeshPart } from '../meshes/meshes.service.ts'
import { type MeshRow, toMeshFacts } from '../meshes/meshes.shared.ts'
import { coarseNetwork } from './coarse-network.ts'
import { addView, findValidLink, isLinkRevoked, type ValidLink } from './preview-links.queries.ts'
import { parsePreviewToken, signPreviewToken } from './preview-token.ts'

const hourMs = 3_600_000

/** Returns the verified files of an order that the reader may read and the viewer can show. */
export async function listViewable(db: Db | Tx, orderId: string, reader: FileReader): Promise<FileRow[]> {
  const files = await listVerifiedFiles(db, orderId, reader)
  return files.filter((file) => (viewableKinds as readonly (string | null)[]).includes(file.kind))
}

/**
 * Returns the scans of a link, without names of files and people. Counts the view and stores its time, network and
 * device.
 * @throws preview.link_invalid, preview.link_revoked, preview.password_needed
 */
export async function openPreview(
  call: Call<'tx' | 'services' | 'request'>,
): Promise<{ number: string; expiresAt: string; allowsTools: boolean; files: PreviewFile[] }> {
  const { tx, services, request } = call
  const { link, number, files } = await getLinkFiles(call)
  const at = services.now().toISOString()
  await addView(tx, link.id, {
    at,
    network: coarseNetwork(request.address),
    ...parseUserAgent(request.userAgent),
  })
  await recordAudit(
    tx,
    { request },
    {
      objectType: 'order',
      objectId: link.order_id,
      subjectOrganizationIds: [link.organization_id],
      detail: { linkId: link.id },
    },
  )
  return {
    number,
    expiresAt: new Date(link.expires_at).toISOString(),
    allowsTools: link.allows_tools,
    files: await toPreviewFiles(tx, files),
  }
}

/**
 * Returns the processing progress of a link's scans. Does not count a view, because open pages call it repeatedly.
 * @throws preview.link_invalid, preview.link_revoked, preview.password_needed
 */
export async function readProgress(
  call: ReadCall<'services' | 'request'>,
): Promise<Pick<PreviewFile, 'id' | 'mesh'>[]> {
  const { tx } = call
  const { files } = await getLinkFiles(call)
  return (await toPreviewFiles(tx, files)).map(({ id, mesh }) => ({ id, mesh }))
}

/**
 * Returns the id of the order of a link, for the event stream of an open page.
 * @throws preview.link_invalid, preview.link_revoked, preview.password_needed
 */
export async function getWatchedOrderId({
  services,
  request,
}: Call<'services' | 'request'>): Promise<string> {
  const { link } = await getLinkFiles({ tx: services.database.db, services, request })
  return link.order_id
}

async function toPreviewFiles(db: Db | Tx, files: readonly FileRow[]): Promise<PreviewFile[]> {
  const meshes = await listMeshes(db, files)
  return files.map((file) => toPreviewFile(file, meshes.get(file.mesh_key?.toString('hex') ?? '')))
}

function toPreviewFile(file: FileRow, mesh: MeshRow | undefined): PreviewFile {
  return {
    id: file.id,
    role: file.role,
    kind: file.kind as FileKind,
    sizeBytes: file.size_bytes,
    mesh: file.mesh_key === null ? null : toMeshFacts(mesh, file.unit),
  }
}

/**
 * Returns a level or picture of a scan that a preview link shows. Each request checks the link, its creator's access
 * and the file again.
 * @throws preview.link_invalid, also for a file outside the link; preview.link_revoked; preview.password_needed;
 * file.not_found
 */
export async function findOpenMeshContent(
  { services, request }: Call<'services' | 'request'>,
  { fileId, ...part }: { fileId: string } & MeshPart,
): Promise<Content> {
  const file = await getPreviewFile({ tx: services.database.db, services, request }, fileId)
  return contentOfPart(services, file, part)
}

async function getPreviewFile(call: ReadCall<'services' | 'request'>, fileId: string): Promise<FileRow> {
  const { files } = await getLinkFiles(call)
  return files.find((one) => one.id === fileId) ?? fail('preview.link_invalid')
}

/**
 * Checks the password of a link and returns a pass, which is valid for some hours. Counts each attempt before the
 * check, per IP address and per link. A link without a password accepts no password.
 * @throws preview.link_invalid, preview.link_revoked, preview.password_wrong at the field `password`, request.too_many
 */
export async function unlockPreview(
  { inOwnTransaction, services, request }: Call<'inOwnTransaction' | 'services' | 'request'>,
  digest: string,
): Promise<{ pass: string; expiresAt: string }> {
  const now = services.now()
  const { link } = await getLink({ tx: services.database.db, services, request })
  const subject = addressSubject(`preview:${link.id}`, request.address)
  const tries = [
    { subject, windowSeconds: failureWindowSeconds, max: limits.previewPasswordTriesPerQuarterHour },
    { subject: `preview:${link.id}`, windowSeconds: 3600, max: limits.previewPasswordTriesPerHour },
  ]
  const { waitSeconds } = await inOwnTransaction((tx) => recordAttempts(tx, tries, now))
  if (waitSeconds > 0) failWithRetryAfter('request.too_many', waitSeconds)
  if (!(await verifyPassword(link.password_hash ?? undefined, digest)))
    fail('preview.password_wrong', {}, { password: 'password_wrong' })
  await inOwnTransaction((tx) => deleteAttempts(tx, subject))
  const endMs = Math.min(
    new Date(link.expires_at).getTime(),
    now.getTime() + limits.previewPassHours * hourMs,
  )
  const expiresAt = new Date(endMs)
  const pass = signPreviewToken(services.config.secretKey, { linkId: link.id, expiresAt }, 'pass')
  return { pass, expiresAt: expiresAt.toISOString() }
}

async function getLinkFiles(
  call: ReadCall<'services' | 'request'>,
): Promise<ValidLink & { files: FileRow[] }> {
  const { tx } = call
  const found = await getLink(call)
  const { link, reader } = found
  if (link.password_hash !== null && !hasPass(call, link.id)) fail('preview.password_needed')
  const files = await listViewable(tx, link.order_id, reader)
  const chosen = link.file_ids
  return { ...found, files: chosen ? files.filter(({ id }) => chosen.includes(id)) : files }
}

async function getLink({ tx, services, request }: ReadCall<'services' | 'request'>): Promise<ValidLink> {
  const text = request.header(previewTokenHeader) ?? ''
  const now = services.now()
  const token = parsePreviewToken(services.config.secretKey, text, now)
  if (token === undefined) fail('preview.link_invalid')
  const valid = await findValidLink(tx, token.linkId, now)
  if (valid !== undefined) return valid
  // Only the holder of a signed token gets the information that the link was revoked.
  return fail((await isLinkRevoked(tx, token.linkId)) ? 'preview.link_revoked' : 'preview.link_invalid')
}

function hasPass({ services, request }: Call<'services' | 'request'>, linkId: string): boolean {
  const text = request.header(previewPassHeader) ?? ''
  const pass = parsePreviewToken(services.config.secretKey, text, services.now(), 'pass')
  return pass?.linkId === linkId
}
