import { businessTypes } from '@pontic/contract'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import type { MenuEntry } from '../../ui/menu.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { useWriteNotice } from '../../ui/use-write-notice.ts'
import type { Subject } from './managed-organization.ts'

const dialogs = {
  create: dialogOf(() => import('./OrganizationDialogs.tsx').then((file) => file.CreateOrganization)),
  edit: dialogOf(() => import('./OrganizationDialogs.tsx').then((file) => file.EditOrganization)),
  ban: dialogOf(() => import('./ConfirmDialogs.tsx').then((file) => file.BanOrganization)),
  delete: dialogOf(() => import('./DeleteDialogs.tsx').then((file) => file.DeleteOrganization)),
} as const

/** Returns the actions on organizations: `entriesOf` for a menu, `press` and `restore` for buttons, `dialog` to render in the page. */
export function useOrganizationActions() {
  const t = useTexts('manage')
  const common = useTexts('common.do')
  const { press, dialog } = useDialogs<Subject, keyof typeof dialogs>(dialogs)
  const { send: unban } = useWriteNotice('manage.unbanOrganization')
  const { send: sendRestore } = useWriteNotice('manage.restoreOrganization')
  const restore = useCallback(
    ({ id, name }: Subject) => void sendRestore({ params: { id } }, t('organization.restored', { name })),
    [sendRestore, t],
  )
  // A new function identity would remount the cells, and their buttons would lose the focus.
  const entriesOf = useCallback(
    (subject: Subject): MenuEntry[] => {
      const { id, name, state } = subject
      if (state === 'deleted') {
        const entry = { key: 'restore', label: common('restore'), onSelect: () => restore(subject) }
        return subject.restorableUntil === null ? [] : [entry]
      }
      const edit = { key: 'edit', label: common('edit'), onSelect: () => press('edit', subject) }
      // The platform’s own organization can be neither banned nor deleted.
      if (subject.businessType === businessTypes.platform) return [edit]
      const isDangerous = true
      const onUnban = () => void unban({ params: { id } }, t('unbanned', { name }))
      return [
        edit,
        state === 'banned'
          ? { key: 'unban', label: t('do.unban'), onSelect: onUnban }
          : { key: 'ban', label: t('do.ban'), isDangerous, onSelect: () => press('ban', subject) },
        { key: 'delete', label: common('delete'), isDangerous, onSelect: () => press('delete', subject) },
      ]
    },
    [common, t, press, restore, unban],
  )
  return { press, restore, entriesOf, dialog }
}
