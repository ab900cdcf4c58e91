import type { ManagedUser } from '@pontic/contract'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { useSession } from '../../frame/session.ts'
import type { MenuEntry } from '../../ui/menu.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'

/** What can be pressed about users in a dialog. */
export type UserAction = 'create' | 'edit' | 'password' | 'ban' | 'delete' | 'resetTwoFactor'

const confirmations = dialogOf(() => import('./ConfirmUser.tsx').then((file) => file.ConfirmUser))
const dialogs = {
  create: dialogOf(() => import('./CreateUserDialog.tsx').then((file) => file.CreateUserDialog)),
  edit: dialogOf(() => import('./EditUserDialog.tsx').then((file) => file.EditUserDialog)),
  password: dialogOf(() => import('./ConfirmUser.tsx').then((file) => file.SetUserPassword)),
  ban: confirmations,
  delete: confirmations,
  resetTwoFactor: confirmations,
} as const

/** What can be done with users. @returns the entries of a row's menu, `press` for buttons; `dialog` belongs into the page */
export function useUserActions(): {
  press: (action: UserAction, user?: ManagedUser) => void
  restore: (user: ManagedUser) => void
  entriesOf: (user: ManagedUser) => MenuEntry[]
  dialog: ReactNode
} {
  const t = useTexts('manage')
  const common = useTexts('common')
  const own = useSession()?.account_id
  const { press, dialog } = useDialogs<ManagedUser, UserAction>(dialogs)
  const done = useDirectly()
  // Lists keep their columns while it stays the same: made anew, buttons would lose the focus.
  const entriesOf = useCallback(
    (user: ManagedUser): MenuEntry[] => {
      const entry = (key: Exclude<UserAction, 'create'>, isDangerous = false) => ({
        key,
        label: key === 'ban' ? t('do.ban') : common(`do.${key}`),
        isDangerous,
        onSelect: () => press(key, user),
      })
      if (user.state === 'deleted') {
        const restore = { key: 'restore', label: common('do.restore'), onSelect: () => done.restore(user) }
        return user.restorableUntil === null ? [] : [restore]
      }
      // Nobody locks himself out; one’s own password is changed elsewhere.
      if (user.id === own) return [entry('edit')]
      const isIn = user.isEnabled && !user.organizationIsOut
      const mail = { key: 'mail', label: t(mailOf(user)), onSelect: () => done.mail(user) }
      const unban = { key: 'unban', label: t('do.unban'), onSelect: () => done.unban(user) }
      return [
        entry('edit'),
        entry('password'),
        ...(isIn ? [mail] : []),
        ...(user.hasTwoFactor ? [entry('resetTwoFactor')] : []),
        user.isEnabled ? entry('ban', true) : unban,
        entry('delete', true),
      ]
    },
    [t, common, own, press, done],
  )
  return { press, restore: done.restore, entriesOf, dialog }
}

const mailOf = ({ state }: ManagedUser) =>
  state === 'unverified' ? 'do.mailVerification' : 'do.mailPassword'

/** What needs no dialog. */
function useDirectly() {
  const t = useTexts('manage')
  const { send: restore } = useWrite('manage.restoreUser')
  const { send: unban } = useWrite('manage.unbanUser')
  const { send: mail } = useWrite('manage.mailUser')
  return useMemo(() => {
    const tell = (key: 'user.restored' | 'unbanned' | 'user.mailed', { name }: ManagedUser) =>
      showNotice({ level: 'info', text: t(key, { name }) })
    const input = ({ id }: ManagedUser) => ({ params: { id } })
    return {
      restore: async (user: ManagedUser) =>
        void ((await restore(input(user))) && tell('user.restored', user)),
      unban: async (user: ManagedUser) => void ((await unban(input(user))) && tell('unbanned', user)),
      mail: async (user: ManagedUser) => void ((await mail(input(user))) && tell('user.mailed', user)),
    }
  }, [t, restore, unban, mail])
}
