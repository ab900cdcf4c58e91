import type { Account } from '@pontic/contract'
import { setInterfaceSize } from './appearance.ts'
import { currentSession, onSessionChange, portal } from './session.ts'
import { readStored, writeStored } from './stored.ts'
import { setTeethNumbering } from './teeth-numbering.ts'
import { setTimeZone } from './time-zone.ts'

/** Key of the account that has signed in and whose preferences are not here yet. */
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
 * here, the next one fetches them.
 */
export function followPreferences(): void {
  const due = readStored<string>(dueKey)
  if (due !== undefined && currentSession()?.account_id === due) fetchPreferences()
  onSessionChange((session, change) => {
    if (change !== 'signedIn' || !session) return
    writeStored(dueKey, session.account_id)
    fetchPreferences()
  })
}

/** Resolves once the preferences are here. Wait for it before printing, because paper can't change its tooth notation. */
export const whenPreferencesKnown = (): Promise<void> => pending

function fetchPreferences(): void {
  pending = portal
    .call('accounts.get', { params: { username: 'me' } })
    .then((account) => {
      applyPreferences(account)
      writeStored(dueKey, undefined)
    })
    // The page works without them; the next one and My information fetch them again.
    .catch(() => undefined)
}
