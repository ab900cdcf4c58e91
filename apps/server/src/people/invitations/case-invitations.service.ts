import { sql } from 'kysely'
import { newId } from '../../platform/db/ids.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { newSecret } from '../../platform/secrets/tokens.ts'
import { createInvitationOrderRow, createInvitationRow } from './invitations.queries.ts'
import { type InvitedOrder, invitationTerm } from './invitations.service.ts'
import { invitationLink } from './invitations.shared.ts'

/**
 * Creates the invitation of an individual to a case, or adds the case to the open or expired invitation of the email
 * address and renews it. Does so even if the address has an account, so that the duration of the request does not reveal
 * the account. The caller mails the link only to an address without an account.
 * @returns path of the link; earlier links become invalid
 */
export async function inviteToCase(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  invited: { email: string; order: InvitedOrder },
): Promise<string> {
  const secret = newSecret()
  const id = await createInvitationRow(tx, scope, {
    id: newId(),
    kind: 'person',
    email: invited.email,
    secretSha256: secret.sha256,
    ...invitationTerm(services),
  })
  await createInvitationOrderRow(tx, id, invited.order)
  return invitationLink(secret.text)
}

/** Changes whether an open or expired invitation permits downloads of a case. */
export async function updateInvitedOrder(
  { tx, scope }: Call<'tx' | 'scope'>,
  invited: { email: string; order: InvitedOrder },
): Promise<void> {
  await sql`update invitation_order k set may_download = ${invited.order.mayDownload} from invitation i
    where ${isOpenTo(scope, invited.email)} and k.order_id = ${invited.order.orderId}`.execute(tx)
}

/** Removes a case from the open or expired invitation of an email address. Withdraws the invitation if no case is left. */
export async function removeInvitedOrder(
  { tx, scope, services }: Call<'tx' | 'scope' | 'services'>,
  invited: { email: string; orderId: string },
): Promise<void> {
  await sql`delete from invitation_order k using invitation i
    where ${isOpenTo(scope, invited.email)} and k.order_id = ${invited.orderId}`.execute(tx)
  await sql`update invitation i set withdrawn_at = ${services.now().toISOString()}
    where i.kind = 'person' and i.organization_id = ${scope.organization.id} and i.email = ${invited.email}
      and i.accepted_at is null and i.withdrawn_at is null
      and not exists (select 1 from invitation_order k where k.invitation_id = i.id)`.execute(tx)
}

const isOpenTo = (scope: Scope, email: string) => sql`i.id = k.invitation_id and i.kind = 'person'
  and i.organization_id = ${scope.organization.id} and i.email = ${email}
  and i.accepted_at is null and i.withdrawn_at is null`
