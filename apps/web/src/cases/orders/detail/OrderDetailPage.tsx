import { ActionIcon, Button, Skeleton } from '@mantine/core'
import type { OrderDetail } from '@pontic/contract'
import { IconHistory, IconPrinter } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useRead } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { useScreenName, useScreenParams } from '../../../frame/navigation.ts'
import { mayOpen, screenOf } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Tip } from '../../../ui/Tip.tsx'
import { Conversation } from '../../conversation/Conversation.tsx'
import { OrderFiles } from '../../files/OrderFiles.tsx'
import { OrderRemakes } from '../../remakes/OrderRemakes.tsx'
import { CaseFailure, isCaseGone } from '../../viewer/CaseFailure.tsx'
import { useCaseActions } from '../actions/OrderActions.tsx'
import { useOrderFinder } from '../list/order-finder.tsx'
import { TypePicture } from '../OrderType.tsx'
import { OrderShares } from '../shares/OrderShares.tsx'
import css from './OrderDetail.module.css'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderPrescription } from './OrderPrescription.tsx'
import { OrderStage } from './OrderStage.tsx'
import { OrderState } from './OrderState.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'

/** A case: its scans and pictures at the left, where it stands and everything about it at the right. */
export function OrderDetailPage() {
  const t = useTexts('screens')
  const { id } = useScreenParams()
  const detail = useRead('orders.get', { params: { id: id ?? '' } }, { isEnabled: id !== undefined })
  // What was read for another case stays in sight while this one loads: it must not pass for it.
  const isOther = detail.data !== undefined && detail.data.order.id !== id
  const shown = isOther ? undefined : detail.data
  useScreenName(shown?.order.number)
  useOrderFinder()
  if (detail.failure && (!shown || isCaseGone(detail.failure))) {
    return (
      <Page title={t('order')}>
        <CaseFailure failure={detail.failure} onRetry={detail.refetch} />
      </Page>
    )
  }
  // A key for each case: nothing typed, chosen or opened at one case may show up at the next one.
  return shown ? <Case key={shown.order.id} detail={shown} /> : <CaseSkeleton />
}

function Case({ detail }: { detail: OrderDetail }) {
  const navigate = useNavigate()
  const actions = useCaseActions({ onGone: () => void navigate({ to: '/order/list' }) })
  return (
    <Page
      title={<CaseTitle detail={detail} />}
      lead={<CaseLead detail={detail} />}
      actions={
        <>
          <AuditButton orderId={detail.order.id} />
          <PrintButton orderId={detail.order.id} />
        </>
      }
    >
      <div className="case">
        <div className={css.caseColumn}>
          <div className={css.caseStage}>
            <OrderStage detail={detail} />
          </div>
          <div className={css.caseConversation}>
            <Conversation order={detail.order} />
          </div>
          <div className={css.caseTimeline}>
            <OrderTimeline entries={detail.timeline} />
          </div>
        </div>
        <div className={css.caseColumn}>
          <OrderState detail={detail} onPress={actions.press} />
          <div className={css.casePrescription}>
            <OrderPrescription detail={detail} onPress={actions.press} />
          </div>
          <div className={css.caseFilesSection}>
            <OrderFiles detail={detail} />
          </div>
          <div className={css.caseFacts}>
            <OrderShares order={detail.order} />
            <OrderRemakes detail={detail} />
            <OrderFacts detail={detail} />
          </div>
        </div>
      </div>
      {actions.dialog}
    </Page>
  )
}

/** Leads those who read an audit log to what it has of this case: who looked at it, and who did what. */
function AuditButton({ orderId }: { orderId: string }) {
  const t = useTexts('orders')
  const session = useSession()
  const path = (['/manage/audit', '/organization/audit'] as const).find(
    (one) => session && mayOpen(screenOf(one), session),
  )
  if (path === undefined) return null
  return (
    <Tip label={t('whoLooked')}>
      {(target) => (
        <ActionIcon
          {...target}
          variant="default"
          size="input-sm"
          aria-label={t('whoLooked')}
          component={Link}
          {...({ to: path, search: { object: orderId } } as object)}
        >
          <IconHistory size={18} stroke={1.75} />
        </ActionIcon>
      )}
    </Tip>
  )
}

/** Leads to the work ticket, which opens the print dialog by itself. */
function PrintButton({ orderId }: { orderId: string }) {
  const t = useTexts('ticket')
  return (
    <Button
      component={Link}
      variant="default"
      leftSection={<IconPrinter size={18} stroke={1.75} />}
      {...({ to: '/order/print/$id', params: { id: orderId } } as object)}
    >
      {t('open')}
    </Button>
  )
}

function CaseTitle({ detail: { order } }: { detail: OrderDetail }) {
  return (
    <span className={css.caseTitle}>
      <TypePicture type={order.type} />
      <span className={css.casePatient}>{order.patientName}</span>
    </span>
  )
}

function CaseLead({ detail: { order } }: { detail: OrderDetail }) {
  const t = useTexts('orders')
  return (
    <span className={css.caseLead}>
      <span className={clsx(css.caseNumber, 'figures')}>
        {order.number}
        <CopyButton value={order.number} label={t('copyNumber')} />
      </span>
      <span>
        {order.labName ? t('route', { clinic: order.clinicName, lab: order.labName }) : order.clinicName}
      </span>
    </span>
  )
}

function CaseSkeleton() {
  const t = useTexts('screens')
  return (
    <Page title={<span className="only-read">{t('order')}</span>}>
      <div className="case" aria-busy="true">
        <div className={css.caseColumn}>
          <Skeleton className={css.stageWait} />
        </div>
        <div className={css.caseColumn}>
          <Skeleton height={24} width="40%" />
          <Skeleton height={36} />
          <Skeleton height={12} width="70%" />
          <Skeleton height={12} width="55%" />
          <Skeleton height={12} width="62%" />
        </div>
      </div>
    </Page>
  )
}
