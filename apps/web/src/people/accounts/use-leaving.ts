import { useCallback } from 'react'
import { showNotice } from '../../frame/notices.ts'
import { signOut } from '../../frame/session.ts'

/** After what ends the session on the server: ends it here too, and tells why on the sign-in page. */
export function useLeaving(): (text: string) => void {
  return useCallback((text) => {
    void signOut()
    showNotice({ level: 'info', text })
  }, [])
}
