import type { MemberRegistration } from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { guardAvailability } from '../../platform/captcha/captcha.service.ts'
import { newId } from '../../platform/db/ids.ts'
import { notifyChange } from '../../platform/db/notify.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Services } from '../../platform/services.ts'
import { createAccount } from '../accounts/new-account.service.ts'
import {
  acceptInvitation,
  getOpenInvitation,
  type OpenInvitation,
} from '../invitations/invitations.service.ts'
import { hashNewPassword } from '../session/password.shared.ts'
import { individualJoined } from './members.hooks.ts'
import { createPersonOrganization, findJoinableOrganization } from './members.queries.ts'

/**
 * Registers an account (rules §4). Without an invitation, a member joins an existing organization and waits for an
 * administrator's approval. With an invitation, a member is active at once, and an individual gets an organization of
 * their own and the cases of the invitation.
 * @returns whether the email address is already verified, so that the new user can sign in at once
 * @throws with the field: organization.not_found, account.email_taken, account.password_too_common, request.invalid.
 *   Without a field: invitation.invalid, captcha.required, captcha.wrong, request.too_many
 */
export async function registerMember(
  call: Call<'inOwnTransaction' | 'services' | 'request'>,
  registration: MemberRegistration,
): Promise<{ isVerified: boolean }> {
  const { services, request, inOwnTransaction } = call
  await guardAvailability(call, registration.captcha)
  const invitation = await findInvitationOf(services, registration)
  const email = invitation?.email ?? registration.email ?? fail('request.invalid', {}, { email: 'required' })
  const newcomer: Newcomer = {
    name: registration.name,
    email,
    passwordHash: await hashNewPassword(registration.password, 'password'),
    isVerified: invitation?.email !== null && invitation !== undefined,
  }
  await inOwnTransaction(async (tx) => {
    const joined = invitation
      ? await joinByInvitation({ ...call, tx }, newcomer, invitation)
      : await joinAndWait({ ...call, tx }, newcomer, registration.organizationId ?? '')
    await recordAudit(
      tx,
      { ...joined, accountName: newcomer.name, request },
      { objectType: 'account', objectId: joined.accountId },
    )
  })
  return { isVerified: newcomer.isVerified }
}

type Newcomer = { name: string; email: string; passwordHash: string; isVerified: boolean }
type Joined = { accountId: string; organizationId: string }

/** Finds the invitation of a registration. Refuses a body that has both an organization and an invitation, or neither. */
async function findInvitationOf(
  services: Services,
  { organizationId, invitation: code, email }: MemberRegistration,
): Promise<OpenInvitation | undefined> {
  if (code === undefined) {
    if (organizationId === undefined) fail('request.invalid', {}, { organizationId: 'required' })
    return undefined
  }
  if (organizationId !== undefined) fail('request.invalid', {}, { organizationId: 'unknown' })
  const invitation = await getOpenInvitation({ tx: services.database.db, services }, code)
  // Invitations to partners are accepted by `registerOrganization`.
  if (invitation.kind === 'partner') fail('invitation.invalid')
  if (invitation.email !== null && email !== undefined && email !== invitation.email) {
    fail('request.invalid', {}, { email: 'unknown' })
  }
  return invitation
}

async function joinAndWait(
  call: Call<'tx' | 'services' | 'request'>,
  newcomer: Newcomer,
  organizationId: string,
): Promise<Joined> {
  const organization = await findJoinableOrganization(call.tx, organizationId)
  if (!organization) fail('organization.not_found', {}, { organizationId: 'choice' })
  const accountId = await createAccount(call, {
    ...newcomer,
    organizationId: organization.id,
    organizationName: organization.name,
    isOrganizationAdministrator: false,
    membership: 'waiting',
    language: call.request.language,
  })
  return { accountId, organizationId: organization.id }
}

async function joinByInvitation(
  call: Call<'tx' | 'services' | 'request'>,
  newcomer: Newcomer,
  invitation: OpenInvitation,
): Promise<Joined> {
  const organization =
    invitation.kind === 'person'
      ? await createIndividual(call, newcomer)
      : { id: invitation.organizationId, name: invitation.organizationName }
  const accountId = await createAccount(call, {
    ...newcomer,
    organizationId: organization.id,
    organizationName: organization.name,
    isOrganizationAdministrator: false,
    language: call.request.language,
  })
  const orders = await acceptInvitation(call, invitation, accountId)
  if (invitation.kind === 'person') {
    const account = { id: accountId, email: newcomer.email }
    await individualJoined.run(call, account, { invitation, orders })
  }
  await notifyChange(call.tx, {
    feature: 'members',
    id: null,
    organizationIds: [invitation.organizationId],
  })
  return { accountId, organizationId: organization.id }
}

const organizationNameMin = 2

/**
 * Creates the organization of an individual, named after the person or, for a very short name, the email
 * address (rules §4).
 */
async function createIndividual(
  { tx, services }: Call<'tx' | 'services'>,
  { name, email }: Newcomer,
): Promise<{ id: string; name: string }> {
  // A person's name may have one character, but an organization's name must have at least two.
  const organization = { id: newId(), name: name.length >= organizationNameMin ? name : email.slice(0, 100) }
  await createPersonOrganization(tx, { ...organization, email, now: services.now() })
  return organization
}
