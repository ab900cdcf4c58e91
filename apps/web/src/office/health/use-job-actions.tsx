import type { FailedJob } from '@pontic/contract'
import { type ReactNode, useCallback } from 'react'
import { useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'

/** What can be done with a job that went wrong. */
export type PressJob = (action: 'retry' | 'drop', job: FailedJob) => void

const dialogs = { drop: dialogOf(() => import('./DropDialog.tsx').then((file) => file.DropDialog)) } as const

/** Retries at once, and asks before a job is dropped. @returns `dialog` belongs into the page */
export function useJobActions(): { press: PressJob; dialog: ReactNode } {
  const t = useTexts('health.jobs')
  const { send: retry } = useWrite('health.retryJob')
  const { press: ask, dialog } = useDialogs<FailedJob, 'drop'>(dialogs)
  const press = useCallback<PressJob>(
    async (action, job) => {
      if (action === 'drop') ask('drop', job)
      else if (await retry({ params: { id: job.id } })) showNotice({ level: 'info', text: t('retried') })
    },
    [ask, retry, t],
  )
  return { press, dialog }
}
