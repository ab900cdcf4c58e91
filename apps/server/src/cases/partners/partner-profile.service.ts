import type { PartnerProfile } from '@pontic/contract'
import { cleanRichText } from '../../people/organizations/rich-text.shared.ts'
import { fail } from '../../platform/http/fail.ts'
import type { Call } from '../../platform/http/handlers.ts'
import { findProfile } from './partner-profile.queries.ts'
import { toPartners } from './partners.service.ts'

/**
 * The profile of an organization: images, texts and address; contact details only for its partners and itself
 * (requirement 2.organization).
 * @throws partner.not_found, the same for a missing organization and one that is not visible
 */
export async function getProfile(call: Call<'tx' | 'scope'>, id: string): Promise<PartnerProfile> {
  const { tx, scope } = call
  const row = await findProfile(tx, scope, id)
  const [partner] = await toPartners(call, row ? [row] : [])
  if (!row || !partner) fail('partner.not_found')
  const isOwn = row.organization_id === scope.organization.id
  const isClose = isOwn || partner.relation === 'partner' || scope.reach === 'any'
  const toClose = (text: string) => (isClose ? text : null)
  return {
    ...partner,
    isOwn,
    postalCode: row.postal_code,
    registeredAt: row.registered_at,
    websiteUrl: row.website_url,
    about: cleanRichText(row.about),
    terms: cleanRichText(row.terms),
    coverImageIds: row.cover_image_ids,
    contactPerson: toClose(row.contact_person),
    officePhone: toClose(row.office_phone),
    mobilePhone: toClose(row.mobile_phone),
    email: toClose(row.email),
    licenseNumber: toClose(row.license_number),
  }
}
