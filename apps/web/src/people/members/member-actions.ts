import type { Member } from '@pontic/contract'
import type { DialogProps } from '../../ui/use-dialogs.tsx'

/** Actions with a dialog. */
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

/** Props of every dialog of members; `subject` if it is about one. */
export type MemberDialogProps<Action extends DialogAction = DialogAction> = DialogProps<Member, Action>

/** All actions of the page. */
export type MemberAction = DialogAction | 'enable' | 'approve'

export type PressMember = (action: MemberAction, member?: Member) => void

/** The actions of a member's row. */
export type RowAction = Exclude<MemberAction, 'create' | 'invite'>

/**
 * The available actions for a member, in the order of the menu. Nobody can disable or demote themselves; users change their
 * own password and second factor under My information (rules §4).
 * @param isOwn whether it is the row of the user
 */
export function actionsOf(member: Member, isOwn: boolean): RowAction[] {
  if (member.membership === 'waiting') return ['approve', 'refuse']
  if (isOwn) return ['edit']
  const rights: RowAction = member.isAdministrator ? 'demote' : 'promote'
  const factor: RowAction[] = member.hasTwoFactor ? ['resetTwoFactor'] : []
  if (member.isEnabled) return ['edit', rights, 'password', ...factor, 'disable']
  // Only the platform lifts its bans.
  const enable: RowAction[] = member.isBanned ? [] : ['enable']
  return [...enable, 'edit', 'password', ...factor]
}
