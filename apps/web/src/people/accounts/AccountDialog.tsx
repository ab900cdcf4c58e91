import type { ComponentType } from 'react'
import { CloseDialog } from './CloseDialog.tsx'
import { EmailDialog } from './EmailDialog.tsx'
import { MobileDialog } from './MobileDialog.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { ProfileDialog } from './ProfileDialog.tsx'
import type { AccountDialogProps } from './use-leaving.ts'

const dialogs = {
  profile: ProfileDialog,
  password: PasswordDialog,
  email: EmailDialog,
  mobile: MobileDialog,
  close: CloseDialog,
} as const satisfies Record<string, ComponentType<AccountDialogProps>>

/** Names of the dialogs. */
export type AccountDialogName = keyof typeof dialogs

/** A dialog of My information by its name; on a phone a sheet. */
export function AccountDialog({ name, ...props }: AccountDialogProps & { name: AccountDialogName }) {
  const Dialog = dialogs[name]
  return <Dialog {...props} />
}
