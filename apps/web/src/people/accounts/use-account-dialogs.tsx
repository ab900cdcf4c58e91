import type { Account } from '@pontic/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useOpener } from '../../ui/use-opener.ts'
import type { AccountDialogName } from './AccountDialog.tsx'

const AccountDialog = lazy(() =>
  import('./AccountDialog.tsx').then((file) => ({ default: file.AccountDialog })),
)

/** Opens a dialog of My information. */
export type AskAccount = (name: AccountDialogName) => void

/** The dialogs of My information, fetched when the first one is opened. @returns `dialog` belongs into the page */
export function useAccountDialogs(account: Account): { ask: AskAccount; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ name: AccountDialogName; press: number }>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const ask: AskAccount = (name) => {
    // A dialog of its own for each press: what was typed and not sent is forgotten.
    setAsked((last) => ({ name, press: (last?.press ?? 0) + 1 }))
    setOpen(true)
  }
  const dialog = asked && (
    <Suspense>
      <AccountDialog
        key={asked.press}
        name={asked.name}
        account={account}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </Suspense>
  )
  return { ask, dialog }
}
