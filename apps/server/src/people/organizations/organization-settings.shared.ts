import type { OrganizationUpdate } from '@pontic/contract'
import type { OrganizationChange } from './organizations.queries.ts'
import { cleanRichText } from './rich-text.shared.ts'

/** Fields of an organization that its administrators can set. */
export type OrganizationInput = OrganizationUpdate & { address?: string | undefined }

const columns = {
  address: 'address',
  contact_person: 'contactPerson',
  postal_code: 'postalCode',
  office_phone: 'officePhone',
  mobile_phone: 'mobilePhone',
  email: 'email',
  license_number: 'licenseNumber',
  website_url: 'websiteUrl',
  logo_image_id: 'logoImageId',
  cover_image_ids: 'coverImageIds',
  remark: 'remark',
  auto_accepts_partners: 'autoAcceptsPartners',
} as const satisfies Partial<Record<keyof OrganizationChange, keyof OrganizationInput>>

const richColumns = { about: 'about', terms: 'terms' } as const

/** Columns whose values are not audited: data of contact persons, and long texts. */
export const withheldColumns = [
  'contact_person',
  'office_phone',
  'mobile_phone',
  'email',
  'license_number',
  'about',
  'terms',
  'remark',
]

/** Maps the input to columns, and sanitizes rich texts. */
export function toOrganizationChange(input: OrganizationInput): OrganizationChange {
  const plain = Object.entries(columns).map(([column, field]) => [column, input[field]] as const)
  const rich = Object.entries(richColumns).map(([column, field]) => {
    const text = input[field]
    return [column, text === undefined ? undefined : cleanRichText(text)] as const
  })
  return Object.fromEntries([...plain, ...rich].filter(([, value]) => value !== undefined))
}
