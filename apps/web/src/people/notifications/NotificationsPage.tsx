import { limits } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Page } from '../../ui/Page.tsx'
import { StepList, useSteps } from '../../ui/StepList.tsx'
import css from './NotificationList.module.css'
import { MarkAllRead, NotificationList } from './NotificationList.tsx'

/** Page with all notifications of the user. */
export function NotificationsPage() {
  const t = useTexts('bell')
  const screens = useTexts('screens')
  const steps = useSteps()
  const list = useRead('notifications.list', { body: steps.body })
  return (
    <Page
      title={screens('notifications')}
      lead={t('lead', { days: limits.notificationDays })}
      actions={<MarkAllRead list={list.data?.list ?? []} />}
      width="narrow"
    >
      <StepList
        list={list}
        steps={steps}
        skeletonPx={240}
        empty={<EmptyState drawing="letter" title={t('empty.title')} text={t('empty.text')} />}
      >
        {(rows) => (
          <div className={css.newsPage}>
            <NotificationList list={rows} />
          </div>
        )}
      </StepList>
    </Page>
  )
}
