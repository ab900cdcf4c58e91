import { Button, Group, Skeleton, Stack } from '@mantine/core'
import type { WorkOrderDetail } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { isId } from '../../frame/search-checks.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { Lines } from '../../ui/list-cells.tsx'
import { Facts, Page } from '../../ui/Page.tsx'
import { RecordList } from './RecordList.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { WorkOrderActions } from './WorkOrderActions.tsx'
import { PriorityMark, useTypeName, WorkOrderBadge } from './WorkOrderMarks.tsx'
import css from './WorkOrders.module.css'

const detailSearch = { id: isId }

/** The page of a support request, with the messages on the left, and status and facts on the right. */
export function WorkOrderDetailPage() {
  const t = useTexts('support.detail')
  const [{ id }] = useScreenSearch(detailSearch)
  const detail = useRead('workorders.get', { params: { id: id ?? '' } }, { isEnabled: id !== undefined })
  const shown = detail.data?.workOrder.id === id ? detail.data : undefined
  if (id === undefined || detail.failure?.key === 'workorder.not_found') {
    return (
      <Page title={t('title')}>
        <EmptyState
          drawing="search"
          title={detail.failure?.message ?? t('missing.title')}
          {...(detail.failure ? {} : { text: t('missing.text') })}
          action={
            <Button variant="default" renderRoot={(root) => <Link to="/work/list" {...root} />}>
              {t('missing.back')}
            </Button>
          }
        />
      </Page>
    )
  }
  return (
    <Page title={t('title')} lead={shown && <Lead detail={shown} />}>
      {detail.failure && <ErrorState {...detail.failure} onRetry={detail.refetch} />}
      {!detail.failure && (shown ? <Request key={id} detail={shown} /> : <RequestSkeleton />)}
    </Page>
  )
}

function Lead({ detail: { workOrder } }: { detail: WorkOrderDetail }) {
  const t = useTexts('support.detail')
  return (
    <Group component="span" gap="0 14px">
      <Group component="span" className={clsx(css.requestNumber, 'figures')} gap={2}>
        <span data-testid="request-number">{workOrder.number}</span>
        <CopyButton value={workOrder.number} label={t('copyNumber')} />
      </Group>
      <span className={css.requestName}>{workOrder.title}</span>
    </Group>
  )
}

function Request({ detail }: { detail: WorkOrderDetail }) {
  useReadMark(detail)
  return (
    <div className={css.request}>
      <Stack gap={20}>
        <RecordList detail={detail} />
        <ReplyBox detail={detail} />
      </Stack>
      <Stack gap={20} className={css.requestSide}>
        <WorkOrderActions detail={detail} />
        <RequestFacts detail={detail} />
      </Stack>
    </div>
  )
}

function RequestFacts({ detail: { workOrder: order, contactPhone } }: { detail: WorkOrderDetail }) {
  const t = useTexts('support')
  const common = useTexts('common.label')
  const typeName = useTypeName()
  const operator = order.operatorName ?? <span className="quiet">{t('detail.nobody')}</span>
  const number = <span className="figures">{order.number}</span>
  return (
    <section className={css.requestFacts} aria-label={t('detail.facts')}>
      <Facts
        facts={[
          [t('detail.number'), number],
          [t('detail.requestNumber'), order.requestNumber],
          [common('type'), typeName(order.type)],
          [t('list.column.priority'), <PriorityMark key="priority" priority={order.priority} />],
          [common('status'), <WorkOrderBadge key="status" status={order.status} />],
          [t('list.column.operator'), operator],
          [
            t('list.column.submittedBy'),
            <Lines key="by" top={order.submittedBy} below={order.organizationName} />,
          ],
          [t('list.column.submittedAt'), <MomentText key="at" moment={order.submittedAt} />],
          [t('create.contactPhone'), contactPhone],
          [t('list.column.modifiedBy'), order.modifiedBy ?? t('list.system')],
          [t('list.column.modifiedAt'), <MomentText key="modified" moment={order.modifiedAt} />],
        ]}
      />
    </section>
  )
}

/** Marks the messages as read while the page is visible. */
function useReadMark({ workOrder, records }: WorkOrderDetail) {
  const { send } = useWrite('workorders.markRead', { onFailure: () => undefined })
  const sent = useRef<string>(undefined)
  const last = records.at(-1)
  const recordId = last && (!last.isOwn || workOrder.unread > 0) ? last.id : undefined
  const { id } = workOrder
  useEffect(() => {
    const read = () => {
      if (recordId === undefined || sent.current === recordId || document.visibilityState !== 'visible')
        return
      sent.current = recordId
      void send({ body: { id, recordId } })
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [id, recordId, send])
}

function RequestSkeleton() {
  return (
    <div className={css.request} aria-busy="true">
      <Stack gap={20}>
        <Skeleton height={120} />
        <Skeleton height={72} width="70%" />
      </Stack>
      <Stack gap={20} className={css.requestSide}>
        <Skeleton height={36} />
        <Skeleton height={240} />
      </Stack>
    </div>
  )
}
