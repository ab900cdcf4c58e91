import type { Account, AccountSettings } from '@pontic/contract'
import { useRef, useState } from 'react'
import { useWrite } from '../../frame/api.ts'
import { queries } from '../../frame/cache.ts'
import { applyPreferences } from '../../frame/preferences.ts'
import { portal } from '../../frame/session.ts'

const ownAccount = ['accounts', 'accounts.get', { params: { username: 'me' } }] as const

/**
 * Changes one's own settings. Size and time zone are shown at once; a new name goes into the session, so that menus and
 * greetings have it.
 * @returns `update` gives whether it worked; `preview` is the account with what is on its way
 */
export function useAccountUpdate(form?: { showFields: (fields: Record<string, string>) => void }) {
  const { send, isBusy } = useWrite('accounts.update', form ? { form } : {})
  const [wanted, setWanted] = useState<AccountSettings>()
  const onTheirWay = useRef(0)
  const update = async (settings: AccountSettings): Promise<boolean> => {
    onTheirWay.current += 1
    setWanted((others) => ({ ...others, ...settings }))
    const account = await send({ body: settings })
    onTheirWay.current -= 1
    if (account) {
      queries.setQueryData(ownAccount, account)
      applyPreferences(account)
    }
    if (onTheirWay.current === 0) setWanted(undefined)
    if (!account) return false
    if (settings.name !== undefined) await portal.session.refresh().catch(() => undefined)
    return true
  }
  return { update, isBusy, preview: (account: Account): Account => ({ ...account, ...wanted }) as Account }
}
