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
import { fetchEarly } from './early-replies.ts'
import { cancelReauthentication, requestReauthentication } from './reauthentication.ts'
import { currentTexts } from './texts.ts'
import { currentTimeZone } from './time-zone.ts'

/** The SDK client, which sends calls and stores the session. Only one tab at a time refreshes the tokens. */
export const portal = createClient({
  baseUrl: '',
  language: () => currentTexts().language,
  timeZone: currentTimeZone,
  stores: browserStores(),
  reauthenticate: requestReauthentication,
  fetch: fetchEarly,
})

portal.session.subscribe((session) => {
  if (session === undefined) cancelReauthentication()
})

/** Returns the current session. A change renders the component again. */
export const useSession = (): StoredSession | undefined =>
  useSyncExternalStore(
    (listener) => portal.session.subscribe(listener),
    () => portal.session.current(),
  )

/** Returns the current session, for code outside of components. */
export const currentSession = (): StoredSession | undefined => portal.session.current()

/** Returns the session with a valid token, for the guard. If the server can't be reached, the session is unchanged. */
export const restoreSession = (): Promise<StoredSession | undefined> =>
  portal.session.restore().catch(() => portal.session.current())

/**
 * Signs in. The session is stored in local storage if the user wants to stay signed in, otherwise in this tab's session
 * storage (requirement 4.session.storage).
 * @throws CallError `session.wrong_credentials`, `session.mfa_required` and the other errors of the token call
 */
export const signIn = (credentials: Credentials) => portal.session.signIn(credentials)

/** Refreshes the tokens and the rights in the session. @throws CallError while offline */
export const renewSession = (): Promise<StoredSession | undefined> => portal.session.refresh()

/** Signs out in all tabs and on the server. `main.tsx` then opens the sign-in page. */
export const signOut = (): Promise<void> => portal.session.signOut()

/**
 * Calls `listener` when the signed-in user changes, or when two-factor sign-in becomes required or is set up (`refreshed`).
 * It is not called for a token refresh without these changes.
 * @returns a function that unsubscribes
 */
export function onSessionChange(
  listener: (session: StoredSession | undefined, change: SessionChange) => void,
) {
  const stateOf = (session: StoredSession | undefined) =>
    session && `${session.jti} ${session.two_factor_needed}`
  let last = stateOf(portal.session.current())
  return portal.session.subscribe((session, change) => {
    if (stateOf(session) === last && change !== 'signedIn') return
    last = stateOf(session)
    listener(session, change)
  })
}

/** Refreshes the session if the server requires two-factor sign-in, so that the guard opens the page for setting it up. */
export function refreshIfTwoFactorNeeded(error: unknown): void {
  const isNeeded = error instanceof CallError && error.key === 'two_factor.needed'
  if (isNeeded && !currentSession()?.two_factor_needed) void portal.session.refresh().catch(() => undefined)
}

/** Saves the language of the user's mails in their account. A failure is ignored. */
export function saveLanguage(language: Language): void {
  if (currentSession())
    void portal.call('accounts.setLanguage', { body: { language } }).catch(() => undefined)
}
