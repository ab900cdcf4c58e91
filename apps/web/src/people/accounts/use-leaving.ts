import { useCallback } from 'react'
import { signOut } from '../../frame/session.ts'
import { showNotice } from '../../ui/notices.ts'

/** After what ends the session on the server: ends it here too, and tells why on the sign-in page. */
export function useLeaving(): (text: string) => void {
  return useCallback((text) => {
    void signOut()
    showNotice({ level: 'info', text })
  }, [])
}
