import type { ManagedUser } from '@pontic/contract'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import type { MenuEntry } from '../../ui/menu.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { useWriteNotice } from '../../ui/use-write-notice.ts'

const confirmation = dialogOf(() => import('./ConfirmDialogs.tsx').then((file) => file.ConfirmUser))
const dialogs = {
  create: dialogOf(() => import('./UserDialogs.tsx').then((file) => file.CreateUser)),
  edit: dialogOf(() => import('./UserDialogs.tsx').then((file) => file.EditUser)),
  password: dialogOf(() => import('./ConfirmDialogs.tsx').then((file) => file.SetUserPassword)),
  ban: confirmation,
  delete: dialogOf(() => import('./DeleteDialogs.tsx').then((file) => file.DeleteUser)),
  resetTwoFactor: confirmation,
} as const

type UserAction = keyof typeof dialogs

/** Returns the actions on users: `entriesOf` for a menu, `press` and `restore` for buttons, `dialog` to render in the page. */
export function useUserActions() {
  const t = useTexts('manage')
  const common = useTexts('common.do')
  const ownId = useSession()?.account_id
  const { press, dialog } = useDialogs<ManagedUser, UserAction>(dialogs)
  const { send: sendRestore } = useWriteNotice('manage.restoreUser')
  const { send: unban } = useWriteNotice('manage.unbanUser')
  const { send: mail } = useWriteNotice('manage.mailUser')
  const restore = useCallback(
    ({ id, name }: ManagedUser) => void sendRestore({ params: { id } }, t('user.restored', { name })),
    [sendRestore, t],
  )
  // A new function identity would remount the cells, and their buttons would lose the focus.
  const entriesOf = useCallback(
    (user: ManagedUser): MenuEntry[] => {
      const { name, state } = user
      const input = { params: { id: user.id } }
      const entry = (key: Exclude<UserAction, 'create'>, isDangerous = false) => ({
        key,
        label: key === 'ban' ? t('do.ban') : common(key),
        isDangerous,
        onSelect: () => press(key, user),
      })
      if (state === 'deleted') {
        const entry = { key: 'restore', label: common('restore'), onSelect: () => restore(user) }
        return user.restorableUntil === null ? [] : [entry]
      }
      // Users can't ban or delete their own account here. They change their own password on the account page.
      if (user.id === ownId) return [entry('edit')]
      const canSignIn = user.isEnabled && !user.organizationIsOut
      const mailLabel = t(state === 'unverified' ? 'do.mailVerification' : 'do.mailPassword')
      const onMail = () => void mail(input, t('user.mailed', { name }))
      const onUnban = () => void unban(input, t('unbanned', { name }))
      return [
        entry('edit'),
        entry('password'),
        ...(canSignIn ? [{ key: 'mail', label: mailLabel, onSelect: onMail }] : []),
        ...(user.hasTwoFactor ? [entry('resetTwoFactor')] : []),
        user.isEnabled ? entry('ban', true) : { key: 'unban', label: t('do.unban'), onSelect: onUnban },
        entry('delete', true),
      ]
    },
    [t, common, ownId, press, restore, mail, unban],
  )
  return { press, restore, entriesOf, dialog }
}
