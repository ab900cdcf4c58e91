import { type AuditAction, limits, type PreviewLink, type PreviewView } from '@pontic/contract'
import { hashPassword } from '../../people/session/password.shared.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call, ReadCall } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'
import { type FileOrder, findFileOrder, readerOf } from '../access/file-access.service.ts'
import { listViewable } from './open-previews.service.ts'
import {
  hasLink,
  type LinkWithCreator,
  listLinkRows,
  listViews,
  type PreviewLinkRow,
} from './preview-links.queries.ts'
import { signPreviewToken } from './preview-token.ts'

const dayMs = 86_400_000

/** The input for a new link. `password` is the digest of the typed password. */
export type LinkInput = {
  id: string
  days: number
  fileIds?: readonly string[] | undefined
  password?: string | undefined
  allowsTools: boolean
}

/**
 * Creates a signed, expiring link that shows the chosen scans of one order in 3D. The token is in the fragment of the
 * URL, which browsers send neither to servers nor in referrers. No database connection is held while the password is hashed.
 * @throws order.not_found; order.wrong_status if the order has no scan; file.not_found if a chosen file is not a scan
 * of the order that the caller may read; request.too_many
 */
export async function createPreviewLink(
  { inOwnTransaction, scope, services }: Call<'inOwnTransaction' | 'scope' | 'services'>,
  input: LinkInput,
): Promise<{ url: string; expiresAt: string }> {
  const limit = { windowSeconds: 3600, max: limits.previewLinksPerHour }
  await inOwnTransaction((tx) =>
    recordAttemptOrFail(tx, `preview-links:${scope.account.id}`, limit, services.now()),
  )
  await getOrderForLink({ tx: services.database.db, scope }, input)
  const passwordHash = input.password === undefined ? null : await hashPassword(input.password)
  return inOwnTransaction(async (tx) => {
    // Checks the order again, because it may have changed during the hashing.
    const order = await getOrderForLink({ tx, scope }, input)
    const now = services.now()
    const link = {
      id: newId(now.getTime()),
      expires_at: new Date(now.getTime() + input.days * dayMs),
      file_ids: input.fileIds ? [...new Set(input.fileIds)] : null,
      allows_tools: input.allowsTools,
    }
    await tx
      .insertInto('preview_link')
      .values({
        ...link,
        order_id: order.id,
        organization_id: scope.organization.id,
        created_by: scope.account.id,
        created_at: now,
        password_hash: passwordHash,
      })
      .execute()
    const expiresAt = link.expires_at.toISOString()
    const action = input.allowsTools ? 'previews.createToolsLink' : 'previews.createLink'
    await auditLink({ tx, scope }, order, action, {
      linkId: link.id,
      expiresAt,
      fileIds: link.file_ids,
      hasPassword: passwordHash !== null,
    })
    return { url: urlOf(services, { ...link, expires_at: expiresAt }), expiresAt }
  })
}

/** Returns the order, if the caller is a party to it and may read all chosen files. */
async function getOrderForLink(call: ReadCall<'scope'>, input: LinkInput): Promise<FileOrder> {
  const { tx, scope } = call
  const { order, party } = await getOwnSide(call, input.id)
  const scans = await listViewable(tx, order.id, readerOf(scope, party))
  if (scans.length === 0) fail('order.wrong_status')
  if (!(input.fileIds ?? []).every((id) => scans.some((scan) => scan.id === id))) fail('file.not_found')
  return order
}

async function getOwnSide(call: ReadCall<'scope'>, orderId: string) {
  const order = await findFileOrder(call, orderId)
  if (order?.party === undefined) fail('order.not_found')
  return { order, party: order.party }
}

/**
 * Returns the links of an order, newest first. A laboratory sees its own links. A clinic sees those of both sides,
 * because the order belongs to its patient (decision 0040).
 * @throws order.not_found
 */
export async function listPreviewLinks(
  call: Call<'tx' | 'scope' | 'services'>,
  orderId: string,
): Promise<PreviewLink[]> {
  const { tx, scope } = call
  const { party } = await getOwnSide(call, orderId)
  const rows = await listLinkRows(tx, orderId, party === 'clinic' ? undefined : scope.organization.id)
  const views = await listViews(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toPreviewLink(call, row, views.get(row.id) ?? []))
}

function toPreviewLink(
  { scope, services }: Call<'scope' | 'services'>,
  row: LinkWithCreator,
  lastViews: readonly PreviewView[],
): PreviewLink {
  const isOwn = row.organization_id === scope.organization.id
  const expiresAt = new Date(row.expires_at)
  const state = row.revoked_at ? 'revoked' : expiresAt <= services.now() ? 'expired' : 'open'
  return {
    id: row.id,
    state,
    url: isOwn && state === 'open' ? urlOf(services, row) : null,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: expiresAt.toISOString(),
    by: isOwn ? row.maker_name : '',
    organizationName: row.organization_name,
    fileIds: row.file_ids,
    hasPassword: row.password_hash !== null,
    allowsTools: row.allows_tools,
    views: row.views,
    lastViews: [...lastViews],
  }
}

/**
 * Revokes a link of the caller's organization. A clinic can also revoke links of the laboratory.
 * @throws order.not_found, preview.link_not_found
 */
export async function revokePreviewLink(
  call: Call<'tx' | 'scope' | 'services'>,
  { id, linkId }: { id: string; linkId: string },
): Promise<void> {
  const { tx, scope, services } = call
  const { order, party } = await getOwnSide(call, id)
  const organizationId = party === 'clinic' ? undefined : scope.organization.id
  if (!(await hasLink(tx, id, organizationId, linkId))) fail('preview.link_not_found')
  const ended = await tx
    .updateTable('preview_link')
    .set({ revoked_at: services.now(), revoked_by: scope.account.id })
    .where('id', '=', linkId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (ended.numUpdatedRows === 0n) return
  await auditLink(call, order, 'previews.revokeLink', { linkId })
  // Open pages of the link receive this event and then find that the link is revoked.
  await notifyChange(tx, { feature: 'orders', id, organizationIds: order.organizationIds })
}

async function auditLink(
  { tx, scope }: Call<'tx' | 'scope'>,
  order: FileOrder,
  action: AuditAction,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const subjectOrganizationIds = order.organizationIds
  await recordAudit(tx, scope, {
    action,
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds,
    detail,
  })
}

function urlOf(services: Services, link: Pick<PreviewLinkRow, 'id' | 'expires_at'>): string {
  const { publicUrl, secretKey } = services.config
  const token = signPreviewToken(secretKey, { linkId: link.id, expiresAt: new Date(link.expires_at) })
  return `${publicUrl}/open/preview3d#${token}`
}
