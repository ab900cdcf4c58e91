import type { Member } from '@pontic/contract'
import type { DialogProps } from '../../ui/use-dialogs.tsx'

/** What is done in a dialog. */
export type DialogAction =
  | 'create'
  | 'invite'
  | 'edit'
  | 'password'
  | 'disable'
  | 'refuse'
  | 'demote'
  | 'promote'
  | 'resetTwoFactor'

/** What every dialog of members is given; `subject` where it is about one. */
export type MemberDialogProps<Action extends DialogAction = DialogAction> = DialogProps<Member, Action>

/** What can be pressed on the page; those about a member name them. */
export type MemberAction = DialogAction | 'enable' | 'approve'

export type PressMember = (action: MemberAction, member?: Member) => void

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
