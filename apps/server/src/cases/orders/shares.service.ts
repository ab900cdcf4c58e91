import {
  businessTypes,
  limits,
  type Share,
  type ShareLink,
  shareStatuses,
  type TimelineKind,
  toLanguage,
} from '@pontic/contract'
import {
  inviteToCase,
  removeInvitedOrder,
  updateInvitedOrder,
} from '../../people/invitations/case-invitations.service.ts'
import { countInvitation, type InvitedOrder } from '../../people/invitations/invitations.service.ts'
import { invitationExpiry } from '../../people/invitations/invitations.shared.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { notifyAccessRevoked, notifyChange } from '../../platform/db/notify.ts'
import { recordAttemptOrFail } from '../../platform/http/attempts.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts'
import { sendMail } from '../../platform/mail/send-mail.ts'
import {
  findVisibleOrder,
  listSharedOrganizations,
  type VisibleOrder,
} from '../access/order-access.service.ts'
import { addOrderEvent, stepByScope } from '../steps/order-steps.service.ts'
import { assertRoomForShare, listShareLinks, lockOwnOrder } from './share-links.service.ts'
import {
  claimShareAddresses,
  deleteShareAddress,
  findReceiver,
  findShareAddress,
  listOrganizationsOf,
  listShareRows,
  type Receiver,
  saveShareAddress,
  updateShareAccess,
} from './shares.queries.ts'

const daySeconds = 86_400
const dayMs = daySeconds * 1000

/** The input of a share. `again` sends the mail once more. */
export type ShareInput = { id: string; email: string; download: boolean; again: boolean }

/**
 * Shares an order with an address, or changes the rights of the address (rules §4). Sends a mail only the
 * first time, or on request. Reply and duration are the same for every address, so that the clinic does not
 * learn whether the address has an account. If the address belongs to a member of a clinic or laboratory, the
 * mail says that the share needs another address.
 * @throws order.not_found, order.wrong_status, order.shares_full, invitation.too_many, request.too_many
 */
export async function shareOrder(
  call: Call<'tx' | 'scope' | 'services'>,
  { id, email, download, again }: ShareInput,
): Promise<Share> {
  const { tx, scope, services } = call
  const order = await lockOwnOrder(call, id)
  if (!shareStatuses.some((status) => status === order.status)) fail('order.wrong_status')
  const before = await findShareAddress(tx, id, email)
  const isNew = before === undefined
  const isMailed = isNew || again
  if (isNew) await assertRoomForShare(call, id)
  if (isMailed) await countShareMail(call, email)
  const receiver = await findReceiver(tx, email)
  const accountId = receiver?.businessType === businessTypes.person ? receiver.accountId : null
  const sharedAt = isMailed ? services.now().toISOString() : before.shared_at
  const row = { orderId: id, email, mayDownload: download, sharedAt, sharedBy: scope.account.id, accountId }
  await saveShareAddress(tx, row)
  if (accountId !== null) await updateShareAccess(tx, id, accountId)
  const invited = { email, order: { orderId: id, mayDownload: download } }
  if (isMailed) await mailShare(call, { ...invited, receiver })
  // Enqueues a job for every address, because the duration of a direct notification would reveal whether an account
  // exists.
  if (isMailed)
    await enqueueJob(tx, 'orders.ringShare', { orderId: id, organizationId: order.clinicId, email })
  else await updateInvitedOrder(call, invited)
  const losesDownload = before?.may_download === true && !download
  if (losesDownload && accountId !== null) await notifyAccessRevoked(tx, { accountId })
  await recordShare(call, order, { kind: 'share', isInTimeline: isNew, detail: { download, again } })
  const shares = await listShares(tx, id)
  return shares.find((share) => share.email === email) ?? fail('order.not_found')
}

/**
 * Counts a mail against the daily limits of the organization, for this address and in total.
 * @throws request.too_many, invitation.too_many
 */
async function countShareMail(call: Call<'tx' | 'scope' | 'services'>, email: string): Promise<void> {
  const { tx, scope, services } = call
  const limit = { windowSeconds: daySeconds, max: limits.shareMailsPerDay }
  await recordAttemptOrFail(tx, `share:${scope.organization.id}:${email}`, limit, services.now())
  await countInvitation(call)
}

async function mailShare(
  call: Call<'tx' | 'scope' | 'services'>,
  to: { email: string; order: InvitedOrder; receiver: Receiver | undefined },
): Promise<void> {
  const { tx, scope, services } = call
  const invitation = await inviteToCase(call, to)
  const { receiver, email } = to
  const isPerson = receiver?.businessType === businessTypes.person
  const template = isPerson ? 'case_shared' : receiver ? 'case_not_shared' : 'invite_person'
  await sendMail(tx, services, {
    to: email,
    // The name is unknown if the address has no account.
    name: receiver?.name ?? email,
    language: toLanguage(receiver?.language ?? scope.account.language),
    template,
    params: {
      inviter: scope.account.name,
      organization: scope.organization.name,
      days: limits.invitationDays,
      cases: 1,
    },
    link: isPerson ? `/order/detail/${to.order.orderId}` : receiver ? '/login' : invitation,
  })
}

/**
 * Records a change of shares in timeline and audit, and notifies the open pages of the clinic and the individuals.
 */
async function recordShare(
  { tx, scope }: Call<'tx' | 'scope'>,
  order: VisibleOrder,
  change: {
    kind: Extract<TimelineKind, 'share' | 'unshare'>
    isInTimeline: boolean
    detail: Record<string, boolean>
    organizationIds?: readonly string[]
  },
): Promise<void> {
  const { kind } = change
  if (change.isInTimeline) {
    await addOrderEvent(tx, stepByScope(scope), order, { kind, to: order.status, labId: null })
  }
  await recordAudit(tx, scope, {
    action: `orders.${kind}`,
    objectType: 'order',
    objectId: order.id,
    subjectOrganizationIds: [order.clinicId],
    // The detail does not contain the address, because the record remains after the person is erased.
    detail: change.detail,
  })
  const readers = await listSharedOrganizations(tx, order.id)
  const organizationIds = [order.clinicId, ...readers, ...(change.organizationIds ?? [])]
  await notifyChange(tx, { feature: 'orders', id: order.id, organizationIds })
}

/**
 * Stops sharing an order with an address. The individual loses access with the next request, and running downloads
 * are aborted. The link of an open invitation no longer opens the order. Does nothing if the address has no share.
 * @throws order.not_found
 */
export async function unshareOrder(
  call: Call<'tx' | 'scope' | 'services'>,
  { id, email }: Pick<ShareInput, 'id' | 'email'>,
): Promise<void> {
  const { tx } = call
  const order = await lockOwnOrder(call, id)
  const gone = await deleteShareAddress(tx, id, email)
  if (gone === undefined) return
  await removeInvitedOrder(call, { email, orderId: id })
  const accountId = gone.account_id
  if (accountId !== null) {
    const { mayDownload } = await updateShareAccess(tx, id, accountId)
    if (!mayDownload) await notifyAccessRevoked(tx, { accountId })
  }
  const organizationIds = accountId === null ? [] : await listOrganizationsOf(tx, accountId)
  await recordShare(call, order, { kind: 'unshare', isInTimeline: true, detail: {}, organizationIds })
}

/** Returns the addresses with which the clinic shares an order, and its open links. @throws order.not_found */
export async function readShares(
  call: Call<'tx' | 'scope' | 'services'>,
  id: string,
): Promise<{ list: Share[]; links: ShareLink[] }> {
  const { tx, services } = call
  const order = await findVisibleOrder(call, id)
  if (order?.party !== 'clinic') fail('order.not_found')
  return { list: await listShares(tx, id), links: await listShareLinks(tx, id, services.now()) }
}

async function listShares(db: Db | Tx, orderId: string): Promise<Share[]> {
  const rows = await listShareRows(db, orderId)
  return rows.map((row) => ({ ...row, linkUntil: invitationExpiry(row.sharedAt).toISOString() }))
}

/**
 * Grants a new individual access to the orders of their invitation. Also grants access to orders shared with their
 * address in the last seven days, because an account cannot redeem the other invitations of its address.
 */
export async function grantInvitedShares(
  { tx, services }: Call<'tx' | 'services'>,
  account: { id: string; email: string },
  orders: readonly InvitedOrder[],
): Promise<void> {
  const orderIds = orders.map(({ orderId }) => orderId)
  const after = new Date(services.now().getTime() - limits.invitationDays * dayMs)
  const claimed = await claimShareAddresses(tx, account, { orderIds, after })
  for (const orderId of claimed) await updateShareAccess(tx, orderId, account.id)
}
