import type { Member } from '@pontic/contract'

/** Which question a confirmation puts. */
export type Confirmed = 'disable' | 'refuse' | 'demote' | 'promote' | 'resetTwoFactor'

/** What every dialog of members is given; `member` where it is about one. */
export type MemberDialogProps = { member: Member | undefined; isOpen: boolean; onClose: () => void }

export type PressMember = (action: MemberAction, member?: Member) => void

/** What can be pressed on the page; those about a member name him. */
export type MemberAction =
  | 'create'
  | 'invite'
  | 'edit'
  | 'password'
  | 'disable'
  | 'refuse'
  | 'demote'
  | 'promote'
  | 'enable'
  | 'approve'
  | 'resetTwoFactor'

/** What an administrator can do with a member of a list. */
export type RowAction = Exclude<MemberAction, 'create' | 'invite'>

/**
 * What can be done with a member now, in the order of a menu. Nobody disables or demotes himself, and one's own password
 * and second factor are changed under My information (rules §4).
 * @param isOwn whether it is the row of whoever looks
 */
export function actionsOf(member: Member, isOwn: boolean): RowAction[] {
  if (member.membership === 'waiting') return ['approve', 'refuse']
  if (isOwn) return ['edit']
  const rights: RowAction = member.isAdministrator ? 'demote' : 'promote'
  const factor: RowAction[] = member.hasTwoFactor ? ['resetTwoFactor'] : []
  if (member.isEnabled) return ['edit', rights, 'password', ...factor, 'disable']
  // Only the platform lets in again whom it has banned.
  const enable: RowAction[] = member.isBanned ? [] : ['enable']
  return [...enable, 'edit', 'password', ...factor]
}
