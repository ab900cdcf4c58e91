import { businessTypes } from '@pontic/contract'
import { type ReactNode, useCallback } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import type { MenuEntry } from '../../ui/menu.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import type { Subject } from './ConfirmOrganization.tsx'

/** What can be pressed about organizations in a dialog. */
export type OrganizationAction = 'create' | 'edit' | 'ban' | 'delete'

const confirmations = dialogOf(() =>
  import('./ConfirmOrganization.tsx').then((file) => file.ConfirmOrganization),
)
const dialogs = {
  create: dialogOf(() =>
    import('./CreateOrganizationDialog.tsx').then((file) => file.CreateOrganizationDialog),
  ),
  edit: dialogOf(() => import('./EditOrganizationDialog.tsx').then((file) => file.EditOrganizationDialog)),
  ban: confirmations,
  delete: confirmations,
} as const

/** What can be done with organizations. @returns the entries of a row's menu, `press` for buttons; `dialog` belongs into the page */
export function useOrganizationActions(): {
  press: (action: OrganizationAction, subject?: Subject) => void
  restore: (subject: Subject) => void
  entriesOf: (subject: Subject) => MenuEntry[]
  dialog: ReactNode
} {
  const t = useTexts('manage.organization')
  const common = useTexts('common')
  const manage = useTexts('manage')
  const { press, dialog } = useDialogs<Subject, OrganizationAction>(dialogs)
  const { send: unban } = useWrite('manage.unbanOrganization')
  const { send: bringBack } = useWrite('manage.restoreOrganization')
  const restore = useCallback(
    async ({ id, name }: Subject) => {
      if (await bringBack({ params: { id } })) showNotice({ level: 'info', text: t('restored', { name }) })
    },
    [bringBack, t],
  )
  const letIn = useCallback(
    async ({ id, name }: Subject) => {
      if (await unban({ params: { id } })) showNotice({ level: 'info', text: manage('unbanned', { name }) })
    },
    [unban, manage],
  )
  // Lists keep their columns while it stays the same: made anew, buttons would lose the focus.
  const entriesOf = useCallback(
    (subject: Subject): MenuEntry[] => {
      if (subject.state === 'deleted') {
        const entry = { key: 'restore', label: common('do.restore'), onSelect: () => void restore(subject) }
        return subject.restorableUntil === null ? [] : [entry]
      }
      const edit = { key: 'edit', label: common('do.edit'), onSelect: () => press('edit', subject) }
      // The platform’s own organization is neither banned nor deleted.
      if (subject.businessType === businessTypes.platform) return [edit]
      const lock =
        subject.state === 'banned'
          ? { key: 'unban', label: manage('do.unban'), onSelect: () => void letIn(subject) }
          : { key: 'ban', label: manage('do.ban'), isDangerous: true, onSelect: () => press('ban', subject) }
      const remove = {
        key: 'delete',
        label: common('do.delete'),
        isDangerous: true,
        onSelect: () => press('delete', subject),
      }
      return [edit, lock, remove]
    },
    [common, manage, press, restore, letIn],
  )
  return { press, restore: (subject) => void restore(subject), entriesOf, dialog }
}
