import { Button, Stack, Text } from '@mantine/core'
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
import listCss from '../../lists.module.css'
import { useOrderWrite } from '../actions/use-order-write.ts'
import { OrderTypeIcon } from '../OrderType.tsx'
import css from './DiscardedPage.module.css'

const days = limits.orderDiscardDays

/** Lists the discarded cases of a clinic, which can restore them (rules §5). */
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
          <ul className={listCss.rows} aria-label={screens('discarded')}>
            {orders.map((order) => (
              <DiscardedCase key={order.id} order={order} />
            ))}
          </ul>
        )}
      </StepList>
    </Page>
  )
}

function DiscardedCase({ order }: { order: DiscardedOrder }) {
  const t = useTexts('discarded')
  const common = useTexts('common')
  const { date } = useFormats()
  const write = useOrderWrite('orders.restore', { orderId: order.id })
  const restore = async () => {
    if (await write.send({ body: { id: order.id } }))
      showNotice({ level: 'info', text: t('restored', { number: order.number }) })
  }
  return (
    <li className={css.case}>
      <OrderTypeIcon type={order.type} />
      <Stack gap={0} miw={0}>
        <Text component="span" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {order.patientName}
        </Text>
        <span className="meta figures">
          {order.number} · <DateText moment={order.discardedAt} />
        </span>
      </Stack>
      <StatusBadge status={order.status} />
      <span className={clsx(css.until, 'meta')}>
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
