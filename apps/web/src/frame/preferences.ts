import type { Account } from '@pontic/contract'
import { setInterfaceSize } from './appearance.ts'
import { currentSession, onSessionChange, portal } from './session.ts'
import { readStored, writeStored } from './stored.ts'
import { setTeethNumbering } from './teeth-numbering.ts'
import { setTimeZone } from './time-zone.ts'

/** Storage key for the id of an account that has signed in and whose preferences are not loaded yet. */
const dueKey = 'pontic.preferences-due'

let pending: Promise<void> = Promise.resolve()

/** Applies the preferences of an account. */
export function applyPreferences(
  account: Pick<Account, 'interfaceSize' | 'teethNumbering' | 'timeZone'>,
): void {
  setInterfaceSize(account.interfaceSize)
  setTeethNumbering(account.teethNumbering)
  setTimeZone(account.timeZone)
}

/**
 * Applies interface size, tooth notation and time zone of each user who signs in. If the page is closed before they are
 * loaded, the next load of the page fetches them.
 */
export function applyPreferencesOnSignIn(): void {
  const due = readStored<string>(dueKey)
  if (due !== undefined && currentSession()?.account_id === due) fetchPreferences()
  onSessionChange((session, change) => {
    if (change !== 'signedIn' || !session) return
    writeStored(dueKey, session.account_id)
    fetchPreferences()
  })
}

/** Resolves when the preferences are loaded or their call failed. Wait for it before printing the tooth notation. */
export const whenPreferencesLoaded = (): Promise<void> => pending

function fetchPreferences(): void {
  pending = portal
    .call('accounts.get', { params: { username: 'me' } })
    .then((account) => {
      applyPreferences(account)
      writeStored(dueKey, undefined)
    })
    // The page works without the preferences. The next load of the page fetches them again.
    .catch(() => undefined)
}
