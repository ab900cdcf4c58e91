import type { PullSetting } from '@pontic/contract'
import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { showNotice } from '../ui/notices.ts'
import { useOpener } from '../ui/use-opener.ts'

type Dialog = 'create' | 'edit' | 'runs' | 'delete'

/** What can be done with pull settings. */
export type PressPull = (action: Dialog | 'run' | 'log' | 'restore', setting?: PullSetting) => void

const PullDialog = lazy(() => import('./PullDialog.tsx').then((file) => ({ default: file.PullDialog })))
const RunsDialog = lazy(() =>
  import('./PullRunsDialog.tsx').then((file) => ({ default: file.PullRunsDialog })),
)
const DeleteDialog = lazy(() =>
  import('./PullDeleteDialog.tsx').then((file) => ({ default: file.PullDeleteDialog })),
)

type Asked = { action: Dialog; setting: PullSetting | undefined; press: number }

/** Opens the dialog of what was pressed, or does at once what asks nothing. @returns `dialog` belongs into the page */
export function usePullActions(): { press: PressPull; dialog: ReactNode } {
  const [asked, ask] = useState<Asked>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const navigate = useNavigate()
  const doAtOnce = useAtOnce()
  const press = useCallback<PressPull>(
    (action, setting) => {
      if (action === 'log')
        void navigate({ to: '/manage/pull/found', search: { setting: setting?.id } as never })
      else if (action === 'restore' || action === 'run') void doAtOnce(action, setting)
      else {
        ask((last) => ({ action, setting, press: (last?.press ?? 0) + 1 }))
        setOpen(true)
      }
    },
    [navigate, doAtOnce],
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
      {(action === 'create' || action === 'edit') && <PullDialog setting={setting} {...frame} />}
      {action === 'runs' && setting && <RunsDialog setting={setting} {...frame} />}
      {action === 'delete' && setting && <DeleteDialog setting={setting} {...frame} />}
    </Suspense>
  )
}

function useAtOnce() {
  const t = useTexts('transfers.pull')
  const { send: restore } = useWrite('pullSettings.restore')
  const { send: run } = useWrite('pullSettings.run')
  return useCallback(
    async (action: 'run' | 'restore', setting: PullSetting | undefined) => {
      if (setting === undefined) return
      const { id, name } = setting
      const isDone = action === 'run' ? await run({ body: { id } }) : await restore({ params: { id } })
      if (isDone) showNotice({ level: 'info', text: t(action === 'run' ? 'started' : 'restored', { name }) })
    },
    [restore, run, t],
  )
}
