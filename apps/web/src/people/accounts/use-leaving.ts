import type { Account } from '@pontic/contract'
import { useCallback } from 'react'
import { showNotice } from '../../frame/notices.ts'
import { signOut } from '../../frame/session.ts'

/** Props of every dialog of My information. */
export type AccountDialogProps = { subject: Account; isOpen: boolean; onClose: () => void }

/** Ends the session in the page after a call has ended it on the server, and shows why on the sign-in page. */
export function useLeaving(): (text: string) => void {
  return useCallback((text) => {
    void signOut()
    showNotice({ level: 'info', text })
  }, [])
}
