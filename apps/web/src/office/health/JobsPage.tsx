import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../frame/i18n.tsx'
import { ListScreen, useList } from '../../ui/ListScreen.tsx'
import { jobList } from './JobTable.tsx'
import { useJobActions } from './use-job-actions.tsx'
import './Health.module.css'

/** Jobs that went wrong, to be retried or dropped. */
export function JobsPage() {
  const t = useTexts()
  const read = useList(jobList)
  const actions = useJobActions()
  return (
    <ListScreen
      list={jobList}
      read={read}
      press={actions.press}
      title={t('screens.jobs')}
      lead={t('health.jobs.lead')}
      actions={
        // Deliveries to partners' systems have their own retries.
        <Button variant="default" component={Link} {...({ to: '/manage/push/deliveries' } as object)}>
          {t('screens.pushDeliveries')}
        </Button>
      }
      dialog={actions.dialog}
    />
  )
}
