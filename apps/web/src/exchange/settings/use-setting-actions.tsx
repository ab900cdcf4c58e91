import type { PullSetting, PushSetting } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import type { Setting, Way } from './setting.ts'

/** The screens of what went through settings. */
export const logOf = { push: '/manage/push/deliveries', pull: '/manage/pull/found' } as const

const removal = dialogOf(() => import('./SettingDeleteDialog.tsx').then((file) => file.SettingDeleteDialog))
const pushDialog = dialogOf(() => import('../push/PushDialog.tsx').then((file) => file.PushDialog))
const pullDialog = dialogOf(() => import('../pull/PullDialog.tsx').then((file) => file.PullDialog))
const pushDialogs = {
  create: pushDialog,
  edit: pushDialog,
  users: dialogOf(() => import('../push/PushUsersDialog.tsx').then((file) => file.PushUsersDialog)),
  test: dialogOf(() => import('../push/PushTestDialog.tsx').then((file) => file.PushTestDialog)),
  delete: removal,
} as const
const pullDialogs = {
  create: pullDialog,
  edit: pullDialog,
  runs: dialogOf(() => import('../pull/PullRunsDialog.tsx').then((file) => file.PullRunsDialog)),
  delete: removal,
} as const

type Press<Row, Action> = (action: Action | 'log' | 'restore', setting?: Row) => void

/** What can be done with push settings. */
export type PressPush = Press<PushSetting, keyof typeof pushDialogs>

/** What can be done with pull settings. */
export type PressPull = Press<PullSetting, keyof typeof pullDialogs | 'run'>

/** Opens the dialog of what was pressed, or does at once what asks nothing. @returns `dialog` belongs into the page */
export function usePushActions(): { press: PressPush; dialog: ReactNode } {
  return useSettingActions<PushSetting, keyof typeof pushDialogs>('push', pushDialogs)
}

/** The same for pull settings, which can be asked to look at once. @returns `dialog` belongs into the page */
export function usePullActions(): { press: PressPull; dialog: ReactNode } {
  const t = useTexts('transfers.pull')
  const { send: run } = useWrite('pullSettings.run')
  const { press: ask, dialog } = useSettingActions<PullSetting, keyof typeof pullDialogs>('pull', pullDialogs)
  const press = useCallback<PressPull>(
    async (action, setting) => {
      if (action !== 'run') return ask(action, setting)
      if (setting === undefined || !(await run({ body: { id: setting.id } }))) return
      showNotice({ level: 'info', text: t('started', { name: setting.name }) })
    },
    [ask, run, t],
  )
  return { press, dialog }
}

const restoreOf = { push: 'pushSettings.restore', pull: 'pullSettings.restore' } as const

function useSettingActions<Row extends Setting, Action extends string>(
  way: Way,
  dialogs: Parameters<typeof useDialogs<Row, Action>>[0],
): { press: Press<Row, Action>; dialog: ReactNode } {
  const t = useTexts('transfers')
  const navigate = useNavigate()
  const { send: restore } = useWrite(restoreOf[way] as 'pushSettings.restore')
  const { press: ask, dialog } = useDialogs<Row, Action>(dialogs)
  const press = useCallback<Press<Row, Action>>(
    async (action, setting) => {
      if (action === 'log') void navigate({ to: logOf[way], search: { setting: setting?.id } as never })
      else if (action !== 'restore') ask(action, setting)
      else if (setting && (await restore({ params: { id: setting.id } })))
        showNotice({ level: 'info', text: t('restored', { name: setting.name }) })
    },
    [way, navigate, ask, restore, t],
  )
  return { press, dialog }
}
