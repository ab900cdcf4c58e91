import type { Account } from '@pontic/contract'
import { setInterfaceSize } from './appearance.ts'
import { currentSession, onSessionChange, portal } from './session.ts'
import { readStored, writeStored } from './stored.ts'
import { setTeethNumbering } from './teeth-numbering.ts'
import { setTimeZone } from './time-zone.ts'

/** Who has signed in here and whose preferences have not come yet. */
const dueKey = 'pontic.preferences-due'

let coming: Promise<void> = Promise.resolve()

/** Shows the portal as its user has set it. */
export function applyPreferences(
  account: Pick<Account, 'interfaceSize' | 'teethNumbering' | 'timeZone'>,
): void {
  setInterfaceSize(account.interfaceSize)
  setTeethNumbering(account.teethNumbering)
  setTimeZone(account.timeZone)
}

/**
 * Whoever signs in finds his own size, names of teeth and time zone, on every device. A page that was left before they
 * came leaves them to the next one.
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

/** Waits for preferences that are on their way: what is printed in other names of teeth can't be called back. */
export const whenPreferencesKnown = (): Promise<void> => coming

function fetchPreferences(): void {
  coming = portal
    .call('accounts.get', { params: { username: 'me' } })
    .then((account) => {
      applyPreferences(account)
      writeStored(dueKey, undefined)
    })
    // The page works without; the next one and My information ask again.
    .catch(() => undefined)
}
