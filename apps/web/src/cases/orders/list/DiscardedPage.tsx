import { Button } from '@mantine/core'
import { type DiscardedOrder, limits } from '@pontic/contract'
import { clsx } from 'clsx'
import { useRead } from '../../../frame/api.ts'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { showNotice } from '../../../frame/notices.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { DateText } from '../../../ui/formats.tsx'
import { Page } from '../../../ui/Page.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { StepList, useSteps } from '../../../ui/StepList.tsx'
import { useOrderWrite } from '../actions/use-order-write.ts'
import { TypePicture } from '../OrderType.tsx'
import css from './DiscardedPage.module.css'

const days = limits.orderDiscardDays

/** Cases that the clinic discarded and can still bring back (rules §5). */
export function DiscardedPage() {
  const t = useTexts('discarded')
  const screens = useTexts('screens')
  const steps = useSteps()
  const list = useRead('orders.listDiscarded', { body: steps.body })
  return (
    <Page title={screens('discarded')} total={list.data?.total} lead={t('lead', { days })} width="text">
      <StepList
        list={list}
        steps={steps}
        skeletonPx={160}
        empty={<EmptyState drawing="cases" title={t('empty.title')} text={t('empty.text', { days })} />}
      >
        {(orders) => (
          <ul className={css.discarded} aria-label={screens('discarded')}>
            {orders.map((order) => (
              <Discarded key={order.id} order={order} />
            ))}
          </ul>
        )}
      </StepList>
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
      <div className={css.discardedLines}>
        <span className={css.discardedName}>{order.patientName}</span>
        <span className="meta figures">
          {order.number} · <DateText moment={order.discardedAt} />
        </span>
      </div>
      <StatusBadge status={order.status} />
      <span className={clsx(css.discardedUntil, 'meta')}>
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
