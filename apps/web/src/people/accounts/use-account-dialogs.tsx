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

/** Opens a dialog of My information. */
export type AskAccount = (name: DialogName) => void

/** The dialogs of My information, each fetched when it is first opened. @returns `dialog` to render in the page */
export function useAccountDialogs(account: Account): { ask: AskAccount; dialog: ReactNode } {
  const { press, dialog } = useDialogs<Account, DialogName>(dialogs)
  return { ask: (name) => press(name, account), dialog }
}
