import {
  type BusinessType,
  type Organization,
  partnerTypeOf,
  type Registration,
  type RouteInput,
  type Routes,
} from '@pontic/contract'
import { recordAudit } from '../../platform/audit/audit.service.ts'
import { guardAvailability } from '../../platform/captcha/captcha.service.ts'
import type { Tx } from '../../platform/db/database.ts'
import { newId } from '../../platform/db/ids.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Services } from '../../platform/services.ts'
import { noPasswordHash } from '../accounts/accounts.shared.ts'
import { createAccount, type NewAccount } from '../accounts/new-account.service.ts'
import {
  acceptInvitation,
  getOpenInvitation,
  type OpenInvitation,
} from '../invitations/invitations.service.ts'
import { hashNewPassword } from '../session/password.shared.ts'
import { toNameKey } from './organization-names.service.ts'
import { organizationVerified } from './organizations.hooks.ts'
import {
  createOrganizationRow,
  findOrganization,
  findOwnOrganization,
  type OrganizationRow,
} from './organizations.queries.ts'
import { cleanRichText } from './rich-text.shared.ts'

type CreatedOrganization = { organizationId: string; accountId: string }

/**
 * Registers a clinic or laboratory with its first administrator in one transaction. Verifying the administrator's email
 * address also verifies the organization (rules §4). With an invitation, the new organization becomes a partner of the
 * inviting one: at once if the invitation was mailed to the registered address, otherwise when that address is verified.
 * Hashes the password outside of the transaction.
 * @returns id of the new organization, and whether it is already verified
 * @throws organization.name_taken, account.email_taken, account.password_too_common at their fields,
 * invitation.invalid, captcha.required, captcha.wrong, request.invalid, request.too_many
 */
export async function registerOrganization(
  call: Call<'inOwnTransaction' | 'services' | 'request'>,
  registration: Registration,
): Promise<{ organizationId: string; isVerified: boolean }> {
  const { services, request } = call
  await guardAvailability(call, registration.captcha)
  const nameKey = toNameKey(registration.organizationName, 'organizationName')
  const { invitation: code, businessType, email } = registration
  const invitation =
    code === undefined ? undefined : await findPartnerInvitation(services, code, businessType)
  const passwordHash = await hashNewPassword(registration.password, 'password')
  // The code was only mailed to this address, so using it verifies the address.
  const isVerified = invitation?.email === email
  const input = { registration, nameKey, passwordHash, isVerified }
  const organizationId = await call.inOwnTransaction(async (tx) => {
    const created = await createOrganization({ tx, services, request }, input)
    if (invitation) await acceptInvitation({ tx, services }, invitation, created.accountId)
    if (isVerified) await organizationVerified.run({ tx, services }, created.organizationId)
    return created.organizationId
  })
  return { organizationId, isVerified }
}

/**
 * Returns the invitation with which an organization registers.
 * @throws invitation.invalid; request.invalid at `businessType` if the two organizations could not be partners
 */
async function findPartnerInvitation(
  services: Services,
  code: string,
  businessType: BusinessType,
): Promise<OpenInvitation> {
  const invitation = await getOpenInvitation({ tx: services.database.db, services }, code)
  if (invitation.kind !== 'partner') fail('invitation.invalid')
  if (partnerTypeOf(invitation.organizationType) !== businessType) {
    fail('request.invalid', {}, { businessType: 'choice' })
  }
  return invitation
}

async function createOrganization(
  call: Call<'tx' | 'services' | 'request'>,
  input: { registration: Registration; nameKey: string; passwordHash: string; isVerified: boolean },
): Promise<CreatedOrganization> {
  const { tx, request } = call
  const { registration, nameKey, isVerified } = input
  const { name } = registration
  const organizationId = await insertOrganization(call, registration, { nameKey, isVerified })
  const accountId = await createFirstAdministrator(call, organizationId, {
    ...registration,
    passwordHash: input.passwordHash,
    isVerified,
    language: request.language,
  })
  const by = { accountId, accountName: name, organizationId, request }
  await recordAudit(tx, by, { ...objectOf(organizationId) })
  return { organizationId, accountId }
}

/**
 * Creates a verified clinic or laboratory with its first administrator, on behalf of the platform. The administrator
 * verifies the email address with the mailed link. A preset password must be changed at the first sign-in.
 * @throws organization.name_taken, account.email_taken, account.password_too_common at their fields
 */
export async function createOrganizationWithAccount(
  call: Pick<Call<'inOwnTransaction' | 'services' | 'request'>, 'inOwnTransaction' | 'services'> & {
    scope: Scope
  },
  input: RouteInput<Routes['organizations.createWithAccount']>['body'],
): Promise<CreatedOrganization> {
  const { services, scope } = call
  const nameKey = toNameKey(input.organizationName, 'organizationName')
  const passwordHash = input.password && (await hashNewPassword(input.password, 'password'))
  return call.inOwnTransaction(async (tx) => {
    const organizationId = await insertOrganization({ tx, services }, input, { nameKey, isVerified: true })
    const accountId = await createFirstAdministrator({ tx, services }, organizationId, {
      ...input,
      passwordHash: passwordHash ?? noPasswordHash,
      mustChangePassword: passwordHash !== undefined,
      isCreatedByAdministrator: true,
      language: scope.account.language,
    })
    await recordAudit(tx, scope, {
      ...objectOf(organizationId),
      subjectOrganizationIds: [organizationId],
      detail: { accountId },
    })
    return { organizationId, accountId }
  })
}

type NewOrganization = Pick<Registration, 'organizationName' | 'businessType' | 'address' | 'name' | 'email'>

const objectOf = (organizationId: string) => ({ objectType: 'organization', objectId: organizationId })

async function insertOrganization(
  { tx, services }: Call<'tx' | 'services'>,
  input: NewOrganization,
  state: { nameKey: string; isVerified: boolean },
): Promise<string> {
  const { organizationName, businessType, address, name, email } = input
  const id = newId()
  const row = { id, name: organizationName, businessType, address, email, now: services.now() }
  const isNew = await createOrganizationRow(tx, { ...row, ...state, contactPerson: name })
  if (!isNew) fail('organization.name_taken', {}, { organizationName: 'organization_taken' })
  return id
}

type FirstAdministrator = Omit<NewAccount, 'organizationId' | 'isOrganizationAdministrator'>

const createFirstAdministrator = (
  call: Call<'tx' | 'services'>,
  organizationId: string,
  account: FirstAdministrator,
): Promise<string> => createAccount(call, { ...account, organizationId, isOrganizationAdministrator: true })

/** Returns the caller's own organization. @throws organization.not_found */
export async function getOrganization({ tx, scope }: Call<'tx' | 'scope'>): Promise<Organization> {
  const row = await findOwnOrganization(tx, scope)
  return row ? toOrganization(row) : fail('organization.not_found')
}

/** Finds any organization, even a deleted one, for the back office. */
export async function findAnyOrganization(tx: Tx, id: string): Promise<Organization | undefined> {
  const row = await findOrganization(tx, id)
  return row && toOrganization(row)
}

function toOrganization(row: OrganizationRow): Organization {
  return {
    id: row.id,
    name: row.name,
    businessType: row.business_type,
    registeredAt: row.registered_at,
    address: row.address,
    contactPerson: row.contact_person,
    postalCode: row.postal_code,
    officePhone: row.office_phone,
    mobilePhone: row.mobile_phone,
    email: row.email,
    licenseNumber: row.license_number,
    about: cleanRichText(row.about),
    websiteUrl: row.website_url,
    terms: cleanRichText(row.terms),
    logoImageId: row.logo_image_id,
    coverImageIds: row.cover_image_ids,
    remark: row.remark,
    autoAcceptsPartners: row.auto_accepts_partners,
    storageUsedBytes: row.storage_used_bytes,
    storageQuotaBytes: row.storage_quota_bytes,
  }
}
