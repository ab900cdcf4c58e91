import type { BusinessType, Organization, Registration } from '@pontic/contract'
import { createAccount } from '../accounts/new-account.service.ts'
import { writeAudit } from '../audit/audit.service.ts'
import { guardAvailability } from '../captcha/captcha.service.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { fail } from '../http/fail.ts'
import type { RequestFacts } from '../http/handlers.ts'
import type { Scope } from '../http/scope.ts'
import type { Services } from '../services.ts'
import { hashPassword, isCommonPassword } from '../session/password.service.ts'
import { readNameKey } from './organization-names.service.ts'
import { createOrganizationRow, findOwnOrganization } from './organizations.queries.ts'
import { cleanRichText } from './rich-text.service.ts'

/**
 * Registers a clinic or laboratory with its first administrator, both in one transaction; the mail that verifies the
 * address verifies the organization too (decisions §4). Holds no connection while it hashes the password.
 * @returns id of the new organization
 * @throws organization.name_taken, account.email_taken, account.password_too_common at their fields,
 * captcha.required, captcha.wrong, request.invalid, request.too_many
 */
export async function registerOrganization(
  call: {
    apart: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
    services: Services
    request: RequestFacts
  },
  registration: Registration,
): Promise<string> {
  const { services, request } = call
  await guardAvailability(call, registration.captcha)
  const nameKey = readNameKey(registration.organizationName, 'organizationName')
  if (await isCommonPassword(registration.password)) {
    fail('account.password_too_common', {}, { password: 'password_common' })
  }
  const passwordHash = await hashPassword(registration.password)
  return call.apart((tx) =>
    createOrganization(tx, services, request, { registration, nameKey, passwordHash }),
  )
}

async function createOrganization(
  tx: Tx,
  services: Services,
  request: RequestFacts,
  made: { registration: Registration; nameKey: string; passwordHash: string },
): Promise<string> {
  const { registration, nameKey, passwordHash } = made
  const organizationId = newId()
  const isNew = await createOrganizationRow(tx, {
    id: organizationId,
    name: registration.organizationName,
    nameKey,
    businessType: registration.businessType,
    address: registration.address,
    contactPerson: registration.name,
    email: registration.email,
    now: services.now(),
  })
  if (!isNew) fail('organization.name_taken', {}, { organizationName: 'organization_taken' })
  const accountId = await createAccount(tx, services, {
    email: registration.email,
    name: registration.name,
    passwordHash,
    organizationId,
    organizationName: registration.organizationName,
    isOrganizationAdministrator: true,
    language: request.language,
  })
  await writeAudit(
    tx,
    { accountId, accountName: registration.name, organizationId, request },
    {
      action: 'organizations.register',
      objectType: 'organization',
      objectId: organizationId,
    },
  )
  return organizationId
}

/**
 * One's own organization.
 * @throws organization.not_found
 */
export async function getOrganization(tx: Tx, scope: Scope): Promise<Organization> {
  const row = await findOwnOrganization(tx, scope)
  if (!row) fail('organization.not_found')
  return {
    id: row.id,
    name: row.name,
    businessType: row.business_type as BusinessType,
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
