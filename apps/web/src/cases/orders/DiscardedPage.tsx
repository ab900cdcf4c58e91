import { Button, Skeleton } from '@mantine/core'
import { type DiscardedOrder, limits } from '@pontic/contract'
import { useState } from 'react'
import { useRead } from '../../frame/api.ts'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { showNotice } from '../../frame/notices.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { DateText } from '../../ui/formats.tsx'
import { Page } from '../../ui/Page.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { TypePicture } from './OrderType.tsx'
import { useOrderWrite } from './use-order-write.ts'
import './DiscardedPage.css'

const days = limits.orderDiscardDays

/** Cases that the clinic discarded and can still bring back (rules §5). */
export function DiscardedPage() {
  const t = useTexts('discarded')
  const screens = useTexts('screens')
  const ui = useTexts('ui.table')
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const list = useRead('orders.listDiscarded', { body: cursor === undefined ? {} : { cursor } })
  const { data } = list
  return (
    <Page title={screens('discarded')} total={data?.total} lead={t('lead', { days })} width="text">
      {list.failure && <ErrorState {...list.failure} onRetry={list.refetch} />}
      {!data && !list.failure && <Skeleton height={160} />}
      {data?.list.length === 0 && (
        <EmptyState drawing="cases" title={t('empty.title')} text={t('empty.text', { days })} />
      )}
      {data && data.list.length > 0 && (
        <ul className="discarded" aria-label={screens('discarded')}>
          {data.list.map((order) => (
            <Discarded key={order.id} order={order} />
          ))}
        </ul>
      )}
      {data && (cursors.length > 0 || data.cursor !== null) && (
        <nav className="discarded-pages" aria-label={ui('pages')}>
          <Button
            variant="default"
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            {ui('previous')}
          </Button>
          <Button
            variant="default"
            disabled={data.cursor === null}
            onClick={() => data.cursor !== null && setCursors([...cursors, data.cursor])}
          >
            {ui('next')}
          </Button>
        </nav>
      )}
    </Page>
  )
}

function Discarded({ order }: { order: DiscardedOrder }) {
  const t = useTexts('discarded')
  const common = useTexts('common')
  const { date } = useFormats()
  const write = useOrderWrite('orders.restore', { orderId: order.id })
  const restore = async () => {
    if (await write.send({ body: { id: order.id } }))
      showNotice({ level: 'info', text: t('restored', { number: order.number }) })
  }
  return (
    <li>
      <TypePicture type={order.type} />
      <div className="discarded-lines">
        <span className="discarded-name">{order.patientName}</span>
        <span className="meta figures">
          {order.number} · <DateText moment={order.discardedAt} />
        </span>
      </div>
      <StatusBadge status={order.status} />
      <span className="meta discarded-until">
        {order.isDeleted
          ? t('deleted')
          : common('label.restorableUntil', { day: date(order.restorableUntil) })}
      </span>
      {!order.isDeleted && (
        <Button
          variant="default"
          size="xs"
          loading={write.isBusy}
          aria-label={`${common('do.restore')}: ${order.number}`}
          onClick={() => void restore()}
        >
          {common('do.restore')}
        </Button>
      )}
    </li>
  )
}
