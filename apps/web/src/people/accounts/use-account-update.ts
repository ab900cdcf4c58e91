import type { Account, AccountSettings } from '@pontic/contract'
import { useRef, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { queries } from '../../frame/cache.ts'
import { applyPreferences } from '../../frame/preferences.ts'
import { portal } from '../../frame/session.ts'

const ownAccount = ['accounts', 'accounts.get', { params: { username: 'me' } }] as const

/** Applies saved settings in the page. If they contain a name, it refreshes the session, from which menus read the name. */
export async function applyAccount(account: Account, settings: AccountSettings): Promise<void> {
  queries.setQueryData(ownAccount, account)
  applyPreferences(account)
  if (settings.name !== undefined) await portal.session.refresh().catch(() => undefined)
}

/** Saves settings of the user. @returns `update` resolves to false after a failure; `preview` adds pending changes to an account */
export function useAccountUpdate() {
  const { send, isBusy } = useWrite('accounts.update')
  const [wanted, setWanted] = useState<AccountSettings>()
  const pending = useRef(0)
  const update = async (settings: AccountSettings): Promise<boolean> => {
    pending.current += 1
    setWanted((others) => ({ ...others, ...settings }))
    const account = await send({ body: settings })
    pending.current -= 1
    if (pending.current === 0) setWanted(undefined)
    if (account) await applyAccount(account, settings)
    return account !== undefined
  }
  return { update, isBusy, preview: (account: Account): Account => ({ ...account, ...wanted }) as Account }
}
