import type { Account } from '@pontic/contract'
import { useCallback } from 'react'
import { showNotice } from '../../frame/notices.ts'
import { signOut } from '../../frame/session.ts'

/** What every dialog of My information is given. */
export type AccountDialogProps = { subject: Account; isOpen: boolean; onClose: () => void }

/** After what ends the session on the server: ends it here too, and tells why on the sign-in page. */
export function useLeaving(): (text: string) => void {
  return useCallback((text) => {
    void signOut()
    showNotice({ level: 'info', text })
  }, [])
}
