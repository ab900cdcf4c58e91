import type { PullSetting, PushSetting } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { useWriteNotice } from '../../ui/use-write-notice.ts'
import type { Setting, SettingKind } from './place-form.ts'

/** The screens that list the deliveries of push settings and the imports of pull settings. */
export const logScreens = {
  push: '/manage/push/deliveries',
  ownPush: '/organization/webhooks/deliveries',
  pull: '/manage/pull/found',
} as const

const deleteDialog = dialogOf(() =>
  import('./SettingDeleteDialog.tsx').then((file) => file.SettingDeleteDialog),
)
const pushDialog = dialogOf(() => import('../push/PushDialog.tsx').then((file) => file.PushDialog))
const pullDialog = dialogOf(() => import('../pull/PullDialog.tsx').then((file) => file.PullDialog))
const pushDialogs = {
  create: pushDialog,
  edit: pushDialog,
  users: dialogOf(() => import('../push/PushUsersDialog.tsx').then((file) => file.PushUsersDialog)),
  test: dialogOf(() => import('../push/PushTestDialog.tsx').then((file) => file.PushTestDialog)),
  delete: deleteDialog,
} as const
const pullDialogs = {
  create: pullDialog,
  edit: pullDialog,
  runs: dialogOf(() => import('../pull/PullRunsDialog.tsx').then((file) => file.PullRunsDialog)),
  delete: deleteDialog,
} as const

type Press<Row, Action> = (action: Action | 'log' | 'restore', setting?: Row) => void

/** Runs an action on a push setting. The platform stops the setting of an organization, or allows it again. */
export type PressPush = Press<PushSetting, keyof typeof pushDialogs | 'stop' | 'allow'>

/** Runs an action on a pull setting. */
export type PressPull = Press<PullSetting, keyof typeof pullDialogs | 'run'>

/**
 * Runs the actions on push settings.
 * @param logScreen the screen with their deliveries
 * @returns `press` for the buttons; `dialog` to render in the page
 */
export function usePushActions(logScreen: 'push' | 'ownPush') {
  const t = useTexts('common')
  const { send: update } = useWriteNotice('pushSettings.update')
  const { press: ask, dialog } = useSettingActions<PushSetting, keyof typeof pushDialogs>(
    'push',
    pushDialogs,
    logScreen,
  )
  const press = useCallback<PressPush>(
    (action, setting) => {
      if (action !== 'stop' && action !== 'allow') ask(action, setting)
      else if (setting)
        void update(
          { body: { id: setting.id, isEnabled: action === 'allow' } },
          t('savedName', { name: setting.name }),
        )
    },
    [ask, update, t],
  )
  return { press, dialog }
}

/** Runs the actions on pull settings, such as an immediate poll. @returns `press` for the buttons; `dialog` to render in the page */
export function usePullActions() {
  const t = useTexts('transfers.pull')
  const { send: run } = useWriteNotice('pullSettings.run')
  const { press: ask, dialog } = useSettingActions<PullSetting, keyof typeof pullDialogs>('pull', pullDialogs)
  const press = useCallback<PressPull>(
    (action, setting) => {
      if (action !== 'run') ask(action, setting)
      else if (setting) void run({ body: { id: setting.id } }, t('started', { name: setting.name }))
    },
    [ask, run, t],
  )
  return { press, dialog }
}

const restoreOf = { push: 'pushSettings.restore', pull: 'pullSettings.restore' } as const

function useSettingActions<Row extends Setting, Action extends string>(
  settingKind: SettingKind,
  dialogs: Parameters<typeof useDialogs<Row, Action>>[0],
  logScreen: keyof typeof logScreens = settingKind,
) {
  const t = useTexts('transfers')
  const navigate = useNavigate()
  const { send: restore } = useWriteNotice(restoreOf[settingKind])
  const { press: ask, dialog } = useDialogs<Row, Action>(dialogs)
  const press = useCallback<Press<Row, Action>>(
    (action, setting) => {
      if (action === 'log') void navigate({ to: logScreens[logScreen], search: { setting: setting?.id } })
      else if (action !== 'restore') ask(action, setting)
      else if (setting) void restore({ params: { id: setting.id } }, t('restored', { name: setting.name }))
    },
    [logScreen, navigate, ask, restore, t],
  )
  return { press, dialog }
}
