import type { PartnerProfile } from '@pontic/contract'
import { cleanRichText } from '../../people/organizations/rich-text.shared.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { findProfile } from './partner-profile.queries.ts'
import { toPartners } from './partners.service.ts'

/**
 * Returns the profile of an organization with images, texts and address. Only its partners, the platform and the
 * organization itself get contact details (requirement 2.organization).
 * @throws partner.not_found, also if the organization is not visible
 */
export async function getProfile(call: Call<'tx' | 'scope'>, id: string): Promise<PartnerProfile> {
  const { tx, scope } = call
  const row = await findProfile(tx, scope, id)
  const [partner] = await toPartners(call, row ? [row] : [])
  if (!row || !partner) fail('partner.not_found')
  const isOwn = row.organization_id === scope.organization.id
  const canReadContact = isOwn || partner.relation === 'partner' || scope.reach === 'any'
  const contactOrNull = (text: string) => (canReadContact ? text : null)
  return {
    ...partner,
    isOwn,
    postalCode: row.postal_code,
    registeredAt: row.registered_at,
    websiteUrl: row.website_url,
    about: cleanRichText(row.about),
    terms: cleanRichText(row.terms),
    coverImageIds: row.cover_image_ids,
    contactPerson: contactOrNull(row.contact_person),
    officePhone: contactOrNull(row.office_phone),
    mobilePhone: contactOrNull(row.mobile_phone),
    email: contactOrNull(row.email),
    licenseNumber: contactOrNull(row.license_number),
  }
}
