import type { Account } from '@pontic/contract'
import type { ReactNode } from 'react'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'

type DialogName = 'profile' | 'password' | 'email' | 'mobile' | 'close'

const dialogs = {
  profile: dialogOf(() => import('./ProfileDialog.tsx').then((file) => file.ProfileDialog)),
  password: dialogOf(() => import('./PasswordDialog.tsx').then((file) => file.PasswordDialog)),
  email: dialogOf(() => import('./EmailDialog.tsx').then((file) => file.EmailDialog)),
  mobile: dialogOf(() => import('./MobileDialog.tsx').then((file) => file.MobileDialog)),
  close: dialogOf(() => import('./CloseDialog.tsx').then((file) => file.CloseDialog)),
} as const satisfies Record<DialogName, unknown>

/** Opens a dialog of the account page. */
export type OpenAccountDialog = (name: DialogName) => void

/** Manages the dialogs of the account page. @returns `ask` opens a dialog; render `dialog` in the page */
export function useAccountDialogs(account: Account): { ask: OpenAccountDialog; dialog: ReactNode } {
  const { press, dialog } = useDialogs<Account, DialogName>(dialogs)
  return { ask: (name) => press(name, account), dialog }
}
