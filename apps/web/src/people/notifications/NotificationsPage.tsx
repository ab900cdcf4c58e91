import { Button, Skeleton } from '@mantine/core'
import { limits } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Page } from '../../ui/Page.tsx'
import { MarkAllRead, NotificationList } from './NotificationList.tsx'

/** All news that is kept, a page at a time. */
export function NotificationsPage() {
  const t = useTexts('bell')
  const screens = useTexts('screens')
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const { data, failure, refetch } = useRead('notifications.list', {
    body: cursor === undefined ? {} : { cursor },
  })
  return (
    <Page
      title={screens('notifications')}
      lead={t('lead', { days: limits.notificationDays })}
      actions={<MarkAllRead list={data?.list ?? []} />}
      width="narrow"
    >
      {failure && <ErrorState {...failure} onRetry={refetch} />}
      {!data && !failure && <Skeleton height={240} />}
      {data?.list.length === 0 && (
        <EmptyState drawing="letter" title={t('empty.title')} text={t('empty.text')} />
      )}
      <div className="news-page">
        {data && <NotificationList list={data.list} />}
        {data && <Pages cursors={cursors} next={data.cursor} onChange={setCursors} />}
      </div>
    </Page>
  )
}

function Pages(props: {
  cursors: readonly string[]
  next: string | null
  onChange: (cursors: readonly string[]) => void
}) {
  const t = useTexts('ui.table')
  const { cursors, next, onChange } = props
  if (cursors.length === 0 && next === null) return null
  return (
    <nav className="news-pages" aria-label={t('pages')}>
      <Button
        variant="default"
        disabled={cursors.length === 0}
        onClick={() => onChange(cursors.slice(0, -1))}
      >
        {t('previous')}
      </Button>
      <Button
        variant="default"
        disabled={next === null}
        onClick={() => next !== null && onChange([...cursors, next])}
      >
        {t('next')}
      </Button>
    </nav>
  )
}
