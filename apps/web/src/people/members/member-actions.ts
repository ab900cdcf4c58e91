import type { Member } from '@pontic/contract'
import type { DialogProps } from '../../ui/use-dialogs.tsx'

/** Actions that open a dialog. */
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

/** Props of a dialog of the members page. `subject` is undefined if the dialog is not about a member. */
export type MemberDialogProps<Action extends DialogAction = DialogAction> = DialogProps<Member, Action>

/** All actions of the members page. */
export type MemberAction = DialogAction | 'enable' | 'approve'

export type PressMember = (action: MemberAction, member?: Member) => void

/** The actions in the menu of a member's row. */
export type RowAction = Exclude<MemberAction, 'create' | 'invite'>

/**
 * Returns the available actions for a member, in the order of the menu. Users can't disable or demote themselves. They change
 * their own password and second factor on the account page (rules §4).
 * @param isOwn whether the member is the user
 */
export function actionsOf(member: Member, isOwn: boolean): RowAction[] {
  if (member.membership === 'waiting') return ['approve', 'refuse']
  if (isOwn) return ['edit']
  const rights: RowAction = member.isAdministrator ? 'demote' : 'promote'
  const factor: RowAction[] = member.hasTwoFactor ? ['resetTwoFactor'] : []
  if (member.isEnabled) return ['edit', rights, 'password', ...factor, 'disable']
  // Only the platform can lift its bans.
  const enable: RowAction[] = member.isBanned ? [] : ['enable']
  return [...enable, 'edit', 'password', ...factor]
}
