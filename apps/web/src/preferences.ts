import type { Account } from '@pontic/contract'
import { onSessionChange, portal } from './session.ts'
import { setInterfaceSize } from './ui/appearance.ts'
import { setTeethNumbering } from './ui/teeth-numbering.ts'
import { setTimeZone } from './ui/time-zone.ts'

/** Shows the portal as its user has set it. */
export function applyPreferences(
  account: Pick<Account, 'interfaceSize' | 'teethNumbering' | 'timeZone'>,
): void {
  setInterfaceSize(account.interfaceSize)
  setTeethNumbering(account.teethNumbering)
  setTimeZone(account.timeZone)
}

/** Whoever signs in finds his own size, names of teeth and time zone, on every device. */
export function followPreferences(): void {
  onSessionChange((_session, change) => {
    if (change !== 'signedIn') return
    portal
      .call('accounts.get', { params: { username: 'me' } })
      .then(applyPreferences)
      // The page works without; My information asks again.
      .catch(() => undefined)
  })
}
