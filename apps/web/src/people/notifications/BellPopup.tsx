import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { DialogPopup } from '../../ui/DialogPopup.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { PopupFrame } from '../../ui/use-popup.ts'
import css from './NotificationList.module.css'
import { MarkAllRead, NotificationList } from './NotificationList.tsx'
import '@mantine/core/styles/Popover.layer.css'

const shownAtOnce = 12

/** The popup of the bell with the latest notifications, a button that marks all as read, and a link to the complete list. */
export function BellPopup(frame: PopupFrame) {
  const screens = useTexts('screens')
  return (
    <DialogPopup
      {...frame}
      label={screens('notifications')}
      position="bottom-end"
      width="min(392px, calc(100vw - 16px))"
      className={css.newsPopup}
    >
      <Latest onLeave={() => frame.onOpenChange(false)} />
    </DialogPopup>
  )
}

function Latest({ onLeave }: { onLeave: () => void }) {
  const t = useTexts('bell')
  const screens = useTexts('screens')
  const { data, failure, refetch } = useRead('notifications.list', { body: { pageSize: shownAtOnce } })
  return (
    <>
      <div className={css.newsHead}>
        <h2>{screens('notifications')}</h2>
        <MarkAllRead list={data?.list ?? []} />
      </div>
      <div className={css.newsScroll} aria-busy={!data && !failure}>
        {failure && <ErrorState {...failure} onRetry={refetch} />}
        {!data && !failure && <Skeleton height={180} m={16} w="auto" />}
        {data?.list.length === 0 && (
          <EmptyState drawing="letter" title={t('empty.title')} text={t('empty.text')} />
        )}
        {data && <NotificationList list={data.list} onLeave={onLeave} />}
      </div>
      {data && data.list.length > 0 && (
        <Link to="/notifications" className={css.newsAll} onClick={onLeave}>
          {t('seeAll')}
        </Link>
      )}
    </>
  )
}
