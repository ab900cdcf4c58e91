import type { ManagedUser } from '@pontic/contract'
import { SetPasswordDialog } from '../../ui/SetPasswordDialog.tsx'
import type { DialogProps } from '../../ui/use-dialogs.tsx'

/** Sets a password for a user. */
export function UserPasswordDialog({ subject, isOpen, onClose }: DialogProps<ManagedUser, 'password'>) {
  if (!subject) return null
  return <SetPasswordDialog person={subject} call="manage.updateUser" isOpen={isOpen} onClose={onClose} />
}
