import type { Member, RouteInput, Routes } from '@pontic/contract'
import type { MemberChange, MemberRow } from './members.queries.ts'

/** Body of `members.update` without id and password. */
export type MemberEdit = Omit<RouteInput<Routes['members.update']>['body'], 'id' | 'password'>

/** Maps a member to the DTO for administrators. */
export function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    isAdministrator: row.is_organization_administrator,
    isEnabled: row.disabled_at === null,
    isBanned: row.is_banned,
    isInvited: !row.has_password,
    hasTwoFactor: row.two_factor_at !== null,
    membership: row.membership,
    telephone: row.telephone,
    licenseNumber: row.license_number,
    acceptsOrderSms: row.accepts_order_sms,
    acceptsOrderEmail: row.accepts_order_email,
    createdAt: row.created_at,
    lastSignedInAt: row.last_used_at,
  }
}

/** Maps an edit to columns. An empty license or telephone number becomes null. */
export function toChange(edit: MemberEdit): MemberChange {
  const textOf = (text: string | undefined) => (text === '' ? null : text)
  return {
    name: edit.name,
    license_number: textOf(edit.licenseNumber),
    telephone: textOf(edit.telephone),
    is_organization_administrator: edit.isAdministrator,
    accepts_order_sms: edit.acceptsOrderSms,
    accepts_order_email: edit.acceptsOrderEmail,
  }
}
