import type { AccountSettings } from '@pontic/contract'
import { useWrite } from '../api.ts'
import { applyPreferences } from '../preferences.ts'
import { portal } from '../session.ts'

/**
 * Changes one's own settings. Size and time zone are shown at once; a new name goes into the session, so that menus and
 * greetings have it.
 * @returns `update` gives whether it worked
 */
export function useAccountUpdate(form?: { showFields: (fields: Record<string, string>) => void }) {
  const { send, isBusy } = useWrite('accounts.update', form ? { form } : {})
  const update = async (settings: AccountSettings): Promise<boolean> => {
    const account = await send({ body: settings })
    if (!account) return false
    applyPreferences(account)
    if (settings.name !== undefined) await portal.session.refresh().catch(() => undefined)
    return true
  }
  return { update, isBusy }
}
