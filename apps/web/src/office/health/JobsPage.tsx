import { Button } from '@mantine/core'
import type { FailedJob } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { dialogOf, useDialogs } from '../../ui/use-dialogs.tsx'
import { useWriteNotice } from '../../ui/use-write-notice.ts'
import { jobList, type PressJob } from './JobTable.tsx'

const dialogs = {
  drop: dialogOf(() => import('./DeleteJobDialog.tsx').then((file) => file.DeleteJobDialog)),
} as const

/** The failed jobs, which the platform can retry or delete. */
export function JobsPage() {
  const t = useTexts()
  const read = useList(jobList)
  const { send: retry } = useWriteNotice('health.retryJob')
  const { press: ask, dialog } = useDialogs<FailedJob, 'drop'>(dialogs)
  const press = useCallback<PressJob>(
    (action, job) => {
      if (action === 'drop') ask('drop', job)
      else void retry({ params: { id: job.id } }, t('health.jobs.retried'))
    },
    [ask, retry, t],
  )
  return (
    <ListScreen
      list={jobList}
      read={read}
      press={press}
      title={t('screens.jobs')}
      lead={t('health.jobs.lead')}
      actions={
        // Failed deliveries to other software are retried on their own page.
        <Button variant="default" renderRoot={(root) => <Link to="/manage/push/deliveries" {...root} />}>
          {t('screens.pushDeliveries')}
        </Button>
      }
      dialog={dialog}
    />
  )
}
