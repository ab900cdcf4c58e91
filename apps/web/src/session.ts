import { browserStores, createClient, type SessionChange, type StoredSession } from '@pontic/client'
import type { Language } from '@pontic/contract'
import { useSyncExternalStore } from 'react'
import { readLanguage } from './i18n.tsx'

/** The SDK of this page: calls, session and refresh (one tab at a time), uploads. */
export const portal = createClient({ baseUrl: '', language: readLanguage, stores: browserStores() })

/** The session in use; drawn anew when it changes. */
export const useSession = (): StoredSession | undefined =>
  useSyncExternalStore(
    (listener) => portal.session.subscribe(listener),
    () => portal.session.current(),
  )

/** The session in use, for what is no component. */
export const currentSession = (): StoredSession | undefined => portal.session.current()

/** The session once its token is good: what the guard asks. A server that is down leaves it as it is. */
export const readySession = (): Promise<StoredSession | undefined> =>
  portal.session.restore().catch(() => portal.session.current())

/**
 * Signs in; the session is kept in local storage when remembered, else in this tab (portal.md §4).
 * @throws CallError `session.wrong_credentials`, `session.unverified` and the others of the token call
 */
export const signIn = (credentials: { username: string; password: string; rememberMe: boolean }) =>
  portal.session.signIn(credentials)

/** Ends the session here, in all tabs and on the server; the way leads to the sign-in. */
export const signOut = (): Promise<void> => portal.session.signOut()

/** Hears when somebody else is signed in than before, or nobody; a refreshed token is no such change. */
export function onSessionChange(hear: (session: StoredSession | undefined, change: SessionChange) => void) {
  let last = portal.session.current()?.jti
  return portal.session.subscribe((session, change) => {
    if (session?.jti === last && change !== 'signedIn') return
    last = session?.jti
    hear(session, change)
  })
}

/** Tells the server the language of one's mails; nothing is lost when it can't be told now. */
export function rememberLanguage(language: Language): void {
  if (currentSession())
    void portal.call('accounts.setLanguage', { body: { language } }).catch(() => undefined)
}
