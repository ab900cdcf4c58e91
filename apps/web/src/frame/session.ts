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

/** The SDK client: calls, session, token refresh (in one tab at a time), uploads. */
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

/** The current session; renders again when it changes. */
export const useSession = (): StoredSession | undefined =>
  useSyncExternalStore(
    (listener) => portal.session.subscribe(listener),
    () => portal.session.current(),
  )

/** The current session, outside of components. */
export const currentSession = (): StoredSession | undefined => portal.session.current()

/** The session with a valid token, for the guard; unchanged if the server can't be reached. */
export const readySession = (): Promise<StoredSession | undefined> =>
  portal.session.restore().catch(() => portal.session.current())

/**
 * Signs in; the session is kept in local storage when remembered, else in this tab (requirement 4.session.storage).
 * @throws CallError `session.wrong_credentials`, `session.mfa_required` and the others of the token call
 */
export const signIn = (credentials: Credentials) => portal.session.signIn(credentials)

/** Refreshes the tokens, and with them the rights in the session. @throws CallError while offline */
export const renewSession = (): Promise<StoredSession | undefined> => portal.session.refresh()

/** Ends the session in all tabs and on the server; the guard opens the sign-in page. */
export const signOut = (): Promise<void> => portal.session.signOut()

/**
 * Calls `listener` when the signed-in user changes, or when two-factor sign-in becomes required or is set up (`refreshed`).
 * A refreshed token alone is no change.
 */
export function onSessionChange(
  listener: (session: StoredSession | undefined, change: SessionChange) => void,
) {
  const nameOf = (session: StoredSession | undefined) =>
    session && `${session.jti} ${session.two_factor_needed}`
  let last = nameOf(portal.session.current())
  return portal.session.subscribe((session, change) => {
    if (nameOf(session) === last && change !== 'signedIn') return
    last = nameOf(session)
    listener(session, change)
  })
}

/** Refreshes the session after a call was refused because two-factor sign-in is now required; the guard then opens its set-up. */
export function followRefusal(error: unknown): void {
  const isNeeded = error instanceof CallError && error.key === 'two_factor.needed'
  if (isNeeded && !currentSession()?.two_factor_needed) void portal.session.refresh().catch(() => undefined)
}

/** Saves the language of the user's mails; a failure is ignored. */
export function rememberLanguage(language: Language): void {
  if (currentSession())
    void portal.call('accounts.setLanguage', { body: { language } }).catch(() => undefined)
}
