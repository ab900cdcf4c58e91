import { Button, Skeleton } from '@mantine/core'
import type { WorkOrderDetail } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useRead, useWrite } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useScreenSearch } from '../../frame/navigation.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MomentText } from '../../ui/formats.tsx'
import { Facts, Page } from '../../ui/Page.tsx'
import { RecordList } from './RecordList.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { WorkOrderActions } from './WorkOrderActions.tsx'
import { PriorityMark, useTypeName, WorkOrderBadge } from './WorkOrderMarks.tsx'
import css from './WorkOrders.module.css'

const DetailSearch = z.object({ id: z.optional(z.uuid()) })

/** A support request: its communication record at the left, where it stands and what it is about at the right. */
export function WorkOrderDetailPage() {
  const t = useTexts('support.detail')
  const [{ id }] = useScreenSearch(DetailSearch)
  const detail = useRead('workorders.get', { params: { id: id ?? '' } }, { isEnabled: id !== undefined })
  const shown = detail.data?.workOrder.id === id ? detail.data : undefined
  if (id === undefined || detail.failure?.key === 'workorder.not_found') {
    return (
      <Page title={t('title')}>
        <EmptyState
          drawing="search"
          title={detail.failure?.message ?? t('missing.title')}
          text={t('missing.text')}
          action={
            <Button component={Link} variant="default" {...({ to: '/work/list' } as object)}>
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
    <span className={css.requestLead}>
      <span className="request-number figures">
        {workOrder.number}
        <CopyButton value={workOrder.number} label={t('copyNumber')} />
      </span>
      <span className={css.requestName}>{workOrder.title}</span>
    </span>
  )
}

function Request({ detail }: { detail: WorkOrderDetail }) {
  useReadMark(detail)
  return (
    <div className={css.request}>
      <div className={css.requestTalk}>
        <RecordList detail={detail} />
        <ReplyBox detail={detail} />
      </div>
      <div className={css.requestSide}>
        <WorkOrderActions detail={detail} />
        <RequestFacts detail={detail} />
      </div>
    </div>
  )
}

function RequestFacts({ detail }: { detail: WorkOrderDetail }) {
  const t = useTexts('support.detail')
  const support = useTexts('support')
  const common = useTexts('common')
  const system = useTexts('support.list')('system')
  const typeName = useTypeName()
  const { workOrder: order, contactPhone } = detail
  return (
    <section className={css.requestFacts} aria-label={t('facts')}>
      <Facts
        facts={[
          [
            t('number'),
            <span key="number" className="figures">
              {order.number}
            </span>,
          ],
          [t('requestNumber'), order.requestNumber],
          [common('label.type'), typeName(order.type)],
          [support('list.column.priority'), <PriorityMark key="priority" priority={order.priority} />],
          [common('label.status'), <WorkOrderBadge key="status" status={order.status} />],
          [
            support('list.column.operator'),
            order.operatorName ?? (
              <span key="nobody" className="quiet">
                {t('nobody')}
              </span>
            ),
          ],
          [
            support('list.column.submittedBy'),
            <span key="by" className={css.requestLines}>
              {order.submittedBy}
              <span className="meta">{order.organizationName}</span>
            </span>,
          ],
          [support('list.column.submittedAt'), <MomentText key="at" moment={order.submittedAt} />],
          [support('create.contactPhone'), contactPhone],
          [support('list.column.modifiedBy'), order.modifiedBy ?? system],
          [support('list.column.modifiedAt'), <MomentText key="modified" moment={order.modifiedAt} />],
        ]}
      />
    </section>
  )
}

/** Marks as read what is on the screen of a page that somebody looks at. */
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
      <div className={css.requestTalk}>
        <Skeleton height={120} />
        <Skeleton height={72} width="70%" />
      </div>
      <div className={css.requestSide}>
        <Skeleton height={36} />
        <Skeleton height={240} />
      </div>
    </div>
  )
}
