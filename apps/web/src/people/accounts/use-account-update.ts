import type { Account, AccountSettings } from '@pontic/contract'
import { useRef, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { queries } from '../../frame/cache.ts'
import { applyPreferences } from '../../frame/preferences.ts'
import { portal } from '../../frame/session.ts'

const ownAccount = ['accounts', 'accounts.get', { params: { username: 'me' } }] as const

/** Shows the settings as they were saved; a new name goes into the session, so that menus and greetings have it. */
export async function adoptAccount(account: Account, settings: AccountSettings): Promise<void> {
  queries.setQueryData(ownAccount, account)
  applyPreferences(account)
  if (settings.name !== undefined) await portal.session.refresh().catch(() => undefined)
}

/**
 * Changes one's own settings. Size and time zone are shown at once.
 * @returns `update` gives whether it worked; `preview` is the account with what is on its way
 */
export function useAccountUpdate() {
  const { send, isBusy } = useWrite('accounts.update')
  const [wanted, setWanted] = useState<AccountSettings>()
  const onTheirWay = useRef(0)
  const update = async (settings: AccountSettings): Promise<boolean> => {
    onTheirWay.current += 1
    setWanted((others) => ({ ...others, ...settings }))
    const account = await send({ body: settings })
    onTheirWay.current -= 1
    if (onTheirWay.current === 0) setWanted(undefined)
    if (account) await adoptAccount(account, settings)
    return account !== undefined
  }
  return { update, isBusy, preview: (account: Account): Account => ({ ...account, ...wanted }) as Account }
}
