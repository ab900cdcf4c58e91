import type { PushSetting } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { showNotice } from '../ui/notices.ts'
import { useOpener } from '../ui/use-opener.ts'

type Dialog = 'create' | 'edit' | 'users' | 'test' | 'delete'

/** What can be done with push settings. */
export type PressPush = (action: Dialog | 'log' | 'restore', setting?: PushSetting) => void

const PushDialog = lazy(() => import('./PushDialog.tsx').then((file) => ({ default: file.PushDialog })))
const UsersDialog = lazy(() =>
  import('./PushUsersDialog.tsx').then((file) => ({ default: file.PushUsersDialog })),
)
const TestDialog = lazy(() =>
  import('./PushTestDialog.tsx').then((file) => ({ default: file.PushTestDialog })),
)
const DeleteDialog = lazy(() =>
  import('./PushDeleteDialog.tsx').then((file) => ({ default: file.PushDeleteDialog })),
)

type Asked = { action: Dialog; setting: PushSetting | undefined; press: number }

/** Opens the dialog of what was pressed, or does at once what asks nothing. @returns `dialog` belongs into the page */
export function usePushActions(): { press: PressPush; dialog: ReactNode } {
  const [asked, ask] = useState<Asked>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const navigate = useNavigate()
  const restore = useRestore()
  const press = useCallback<PressPush>(
    (action, setting) => {
      if (action === 'log')
        void navigate({ to: '/manage/push/deliveries', search: { setting: setting?.id } as never })
      else if (action === 'restore') void restore(setting)
      else {
        ask((last) => ({ action, setting, press: (last?.press ?? 0) + 1 }))
        setOpen(true)
      }
    },
    [navigate, restore],
  )
  const close = useCallback(() => setOpen(false), [])
  return {
    press,
    dialog: asked ? <AskedDialog {...asked} key={asked.press} isOpen={isOpen} onClose={close} /> : null,
  }
}

function AskedDialog({ action, setting, ...frame }: Asked & { isOpen: boolean; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      {(action === 'create' || action === 'edit') && <PushDialog setting={setting} {...frame} />}
      {action === 'users' && setting && <UsersDialog setting={setting} {...frame} />}
      {action === 'test' && setting && <TestDialog setting={setting} {...frame} />}
      {action === 'delete' && setting && <DeleteDialog setting={setting} {...frame} />}
    </Suspense>
  )
}

function useRestore() {
  const t = useTexts('transfers.push')
  const { send } = useWrite('pushSettings.restore')
  return useCallback(
    async (setting: PushSetting | undefined) => {
      if (setting === undefined || !(await send({ params: { id: setting.id } }))) return
      showNotice({ level: 'info', text: t('restored', { name: setting.name }) })
    },
    [send, t],
  )
}
