import {
  browserStores,
  CallError,
  type Credentials,
  createClient,
  type SessionChange,
  type StoredSession,
} from '@pontic/client'
import type { Language } from '@pontic/contract'
import { useSyncExternalStore } from 'react'
import { askReauthentication, cancelReauthentication } from './reauthentication.ts'
import { readLanguage } from './texts.ts'
import { currentTimeZone } from './time-zone.ts'

/** The SDK of this page: calls, session and refresh (one tab at a time), uploads. */
export const portal = createClient({
  baseUrl: '',
  language: readLanguage,
  timeZone: currentTimeZone,
  stores: browserStores(),
  reauthenticate: askReauthentication,
})

portal.session.subscribe((session) => {
  if (session === undefined) cancelReauthentication()
})

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
 * Signs in; the session is kept in local storage when remembered, else in this tab (requirement 4.session.storage).
 * @throws CallError `session.wrong_credentials`, `session.mfa_required` and the others of the token call
 */
export const signIn = (credentials: Credentials) => portal.session.signIn(credentials)

/** Exchanges the tokens now: the session has the rights and the standing of this moment. @throws CallError while offline */
export const renewSession = (): Promise<StoredSession | undefined> => portal.session.refresh()

/** Ends the session here, in all tabs and on the server; the way leads to the sign-in. */
export const signOut = (): Promise<void> => portal.session.signOut()

/**
 * Hears when somebody else is signed in than before, or nobody, or when everything but setting up two-factor sign-in has
 * opened or closed (`refreshed`); a refreshed token alone is no such change.
 */
export function onSessionChange(hear: (session: StoredSession | undefined, change: SessionChange) => void) {
  const nameOf = (session: StoredSession | undefined) =>
    session && `${session.jti} ${session.two_factor_needed}`
  let last = nameOf(portal.session.current())
  return portal.session.subscribe((session, change) => {
    if (nameOf(session) === last && change !== 'signedIn') return
    last = nameOf(session)
    hear(session, change)
  })
}

/**
 * Reacts to what any call threw: where two-factor sign-in was demanded in the meantime, the session's next tokens say so,
 * and the guard leads to setting it up.
 */
export function hearRefusal(error: unknown): void {
  const isNeeded = error instanceof CallError && error.key === 'two_factor.needed'
  if (isNeeded && !currentSession()?.two_factor_needed) void portal.session.refresh().catch(() => undefined)
}

/** Tells the server the language of one's mails; nothing is lost when it can't be told now. */
export function rememberLanguage(language: Language): void {
  if (currentSession())
    void portal.call('accounts.setLanguage', { body: { language } }).catch(() => undefined)
}
