import { partnerTypeOf, reachOf } from '@pontic/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { joinPair, type PartnerRow, partnerColumns } from './partners.queries.ts'

/** An organization with the fields of its profile. */
export type ProfileRow = PartnerRow & {
  postal_code: string
  registered_at: string
  website_url: string
  about: string
  terms: string
  cover_image_ids: string[]
  contact_person: string
  office_phone: string
  mobile_phone: string
  email: string
  license_number: string
}

/**
 * Returns an organization that the caller may see: their own, one with which their own has an application or
 * partnership, or the other party of an order. Callers who may search partners also see every organization that the
 * search can find. The platform sees all.
 */
export async function findProfile(tx: Tx, scope: Scope, id: string): Promise<ProfileRow | undefined> {
  const own = scope.organization.id
  const isVisible = sql`(${scope.reach === 'any'} or o.id = ${own}::uuid or p.status is not null
    or exists (select 1 from orders c where c.clinic_id = ${own}::uuid and c.lab_id = o.id)
    or exists (select 1 from orders c where c.clinic_id = o.id and c.lab_id = ${own}::uuid)
    or ${isSearchable(scope)})`
  const { rows } =
    await sql<ProfileRow>`select ${partnerColumns}, o.postal_code, o.registered_at, o.website_url,
      o.about, o.terms, o.cover_image_ids, o.contact_person, o.office_phone, o.mobile_phone, o.email, o.license_number
    from organization o ${joinPair(own)}
    where o.id = ${id}::uuid and o.deleted_at is null and ${isVisible}`.execute(tx)
  return rows[0]
}

function isSearchable(scope: Scope) {
  const type = partnerTypeOf(scope.organization.businessType)
  if (type === undefined || reachOf(scope.kind, 'partner.manage') === undefined) return sql`false`
  return sql`(o.business_type = ${type} and o.verified_at is not null and o.banned_at is null)`
}
