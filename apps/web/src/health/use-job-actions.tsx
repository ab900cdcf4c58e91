import type { FailedJob } from '@pontic/contract'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useWrite } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { showNotice } from '../ui/notices.ts'
import { useOpener } from '../ui/use-opener.ts'

/** What can be done with a job that went wrong. */
export type PressJob = (action: 'retry' | 'drop', job: FailedJob) => void

type Key = Parameters<ReturnType<typeof useTexts<'health.jobs.names'>>>[0]

const DropDialog = lazy(() => import('./DropDialog.tsx').then((file) => ({ default: file.DropDialog })))

/** What a job is called; one that this version has no word for by its technical name. */
export function useJobName(): (name: string) => string {
  const t = useTexts('health.jobs.names')
  return useCallback((name) => (t.has(name as Key) ? t(name as Key) : name), [t])
}

/** Retries at once, and asks before a job is dropped. @returns `dialog` belongs into the page */
export function useJobActions(): { press: PressJob; dialog: ReactNode } {
  const t = useTexts('health.jobs')
  const { send: retry } = useWrite('health.retryJob')
  const [asked, ask] = useState<FailedJob>()
  const [isOpen, setOpen] = useState(false)
  useOpener(isOpen)
  const press = useCallback<PressJob>(
    async (action, job) => {
      if (action === 'drop') {
        ask(job)
        setOpen(true)
      } else if (await retry({ params: { id: job.id } })) {
        showNotice({ level: 'info', text: t('retried') })
      }
    },
    [retry, t],
  )
  const dialog = (
    <Suspense fallback={null}>
      {asked && <DropDialog key={asked.id} job={asked} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </Suspense>
  )
  return { press, dialog }
}
