import type { Account } from '@pontic/contract'
import { useCallback } from 'react'
import { showNotice } from '../../frame/notices.ts'
import { signOut } from '../../frame/session.ts'

/** Props of every dialog of the account page. */
export type AccountDialogProps = { subject: Account; isOpen: boolean; onClose: () => void }

/** Returns a function that signs out and shows a notice on the sign-in page. Call it after the server has ended the session. */
export function useSignOutWithNotice(): (text: string) => void {
  return useCallback((text) => {
    void signOut()
    showNotice({ level: 'info', text })
  }, [])
}
