import { SetPasswordDialog } from '../../ui/SetPasswordDialog.tsx'
import type { MemberDialogProps } from './member-actions.ts'

/** Sets a password for a member. */
export function PasswordDialog({ member, isOpen, onClose }: MemberDialogProps) {
  if (!member) return null
  return <SetPasswordDialog person={member} call="members.update" isOpen={isOpen} onClose={onClose} />
}
