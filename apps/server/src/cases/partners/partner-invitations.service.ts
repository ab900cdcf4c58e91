import { type CreatedInvitation, partnerTypeOf } from '@pontic/contract'
import { createInvitation } from '../../people/invitations/invitations.service.ts'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { assertReservable, sendReservedOrders } from '../orders/reserved-orders.service.ts'
import {
  createPartnership,
  findVerifiedOrganization,
  listInviters,
  type NamedOrganization,
} from './partner-invitations.queries.ts'
import { mailPartner } from './partner-mails.ts'

/**
 * Invites a clinic or laboratory without an account (rules §4). The reply does not reveal whether the address has an
 * account. The owner of an existing account can sign in and apply.
 * @param wanted.email null for an invitation that is shown as a link and QR code
 * @param wanted.orderId an order of the caller's clinic, which is sent when the laboratory joins
 * @throws member.already, invitation.too_many, order.not_found, order.wrong_status, prescription.incomplete
 */
export async function invitePartner(
  call: Call<'tx' | 'scope' | 'services'>,
  { email = null, orderId }: { email?: string | null | undefined; orderId?: string | undefined },
): Promise<CreatedInvitation> {
  const { tx, scope } = call
  if (orderId === undefined) return createInvitation(call, { kind: 'partner', email })
  await assertReservable(call, orderId)
  const order = { orderId, mayDownload: true }
  const created = await createInvitation(call, { kind: 'partner', email, order })
  await notifyChange(tx, { feature: 'orders', id: orderId, organizationIds: [scope.organization.id] })
  return created
}

/**
 * Makes a verified organization the partner of the organizations whose invitation it has accepted, and notifies both
 * sides. Does nothing for an unverified organization. Idempotent.
 */
export async function joinInviters(call: Call<'tx' | 'services'>, organizationId: string): Promise<void> {
  const { tx } = call
  const invited = await findVerifiedOrganization(tx, organizationId)
  if (!invited) return
  for (const inviter of await listInviters(tx, organizationId)) {
    if (partnerTypeOf(inviter.business_type) === invited.business_type) await join(call, inviter, invited)
  }
}

async function join(
  call: Call<'tx' | 'services'>,
  inviter: NamedOrganization,
  invited: NamedOrganization,
): Promise<void> {
  const { tx, services } = call
  const pair = { inviterId: inviter.id, invitedId: invited.id, now: services.now() }
  if (!(await createPartnership(tx, pair))) return
  await recordAudit(
    tx,
    { organizationId: invited.id },
    {
      action: 'partners.join',
      objectType: 'partnership',
      objectId: inviter.id,
      subjectOrganizationIds: [inviter.id],
      before: { status: null },
      after: { status: 'partner' },
    },
  )
  await mailPartner(call, invited, inviter, 'partner_approved')
  await mailPartner(call, inviter, invited, 'partner_approved')
  await sendReservedOrders(call, { clinicId: inviter.id, labId: invited.id })
  await notifyChange(tx, { feature: 'partners', id: null, organizationIds: [inviter.id, invited.id] })
}
