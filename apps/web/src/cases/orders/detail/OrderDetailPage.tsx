import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { listPrescriptions, listWorkParts, type OrderDetail } from '@pontic/contract'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRead } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { useScreenName, useScreenParams } from '../../../frame/navigation.ts'
import { canOpen, screenOf } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { IconHistory, IconPrinter } from '../../../ui/icons.ts'
import { Page } from '../../../ui/Page.tsx'
import { Conversation } from '../../conversation/Conversation.tsx'
import { NewestMessage } from '../../conversation/NewestMessage.tsx'
import { PinDeskProvider } from '../../conversation/pins/PinDeskProvider.tsx'
import { OrderFiles } from '../../files/OrderFiles.tsx'
import { useWorkLine } from '../../prescriptions/prescription-line.ts'
import { OrderRemakes } from '../../remakes/OrderRemakes.tsx'
import { CaseFailure, isCaseNotFound } from '../../viewer/CaseFailure.tsx'
import { useCaseActions } from '../actions/OrderActions.tsx'
import { TipButton } from '../buttons.tsx'
import { useOrderFinder } from '../list/order-finder.tsx'
import { OrderTypeIcon } from '../OrderType.tsx'
import { OrderShares } from '../shares/OrderShares.tsx'
import css from './OrderDetail.module.css'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderPrescription } from './OrderPrescription.tsx'
import { OrderStage } from './OrderStage.tsx'
import { OrderState } from './OrderState.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { prepareCase } from './prepare-case.ts'

/** The page of a case: scans, pictures and conversation on the left, status and details on the right. */
export function OrderDetailPage() {
  const t = useTexts('screens')
  const { id } = useScreenParams()
  const detail = useRead('orders.get', { params: { id: id ?? '' } }, { isEnabled: id !== undefined })
  // After a navigation, `data` may still be the previous case, which must not be shown under the new address.
  const isOther = detail.data !== undefined && detail.data.order.id !== id
  const shown = isOther ? undefined : detail.data
  useScreenName(shown?.order.number)
  useOrderFinder()
  if (detail.failure && (!shown || isCaseNotFound(detail.failure))) {
    return (
      <Page title={t('order')}>
        <CaseFailure failure={detail.failure} onRetry={detail.refetch} />
      </Page>
    )
  }
  // The key resets the state of all parts when another case is opened.
  return shown ? (
    <PinDeskProvider key={shown.order.id} order={shown.order}>
      <CasePage detail={shown} />
    </PinDeskProvider>
  ) : (
    <CaseSkeleton />
  )
}

OrderDetailPage.prepare = prepareCase

function CasePage({ detail }: { detail: OrderDetail }) {
  const t = useTexts('orders')
  const navigate = useNavigate()
  const actions = useCaseActions({ onDiscarded: () => void navigate({ to: '/order/list' }) })
  const { order } = detail
  const work = useWorkLine()(listPrescriptions(detail).flatMap(listWorkParts))
  return (
    <Page
      title={
        <Group component="span" display="inline-flex" gap={10} wrap="nowrap">
          <OrderTypeIcon type={order.type} />
          <span className={css.breaking}>{order.patientName}</span>
        </Group>
      }
      lead={
        <Group component="span" gap="0 14px">
          <Group component="span" className="figures" display="inline-flex" gap={2} c="bright" fw={500}>
            {order.number}
            <CopyButton value={order.number} label={t('copyNumber')} />
          </Group>
          <span>
            {order.labName ? t('route', { clinic: order.clinicName, lab: order.labName }) : order.clinicName}
          </span>
          {work && (
            <span className={css.work} data-testid="case-work">
              {work}
            </span>
          )}
        </Group>
      }
      actions={
        <>
          <AuditButton orderId={order.id} />
          <PrintButton orderId={order.id} />
        </>
      }
    >
      <div className="case">
        <div className={css.column}>
          <div style={{ order: 2 }}>
            <OrderStage detail={detail} />
          </div>
          <div className={css.conversation} style={{ order: 5 }}>
            <Conversation order={order} />
          </div>
          <div style={{ order: 7 }}>
            <OrderTimeline entries={detail.timeline} />
          </div>
        </div>
        <div className={css.column}>
          <OrderState detail={detail} onPress={actions.press} />
          <div className={css.newest} style={{ order: 1 }}>
            <NewestMessage order={order} />
          </div>
          <div style={{ order: 3 }}>
            <OrderFiles detail={detail} />
          </div>
          <div style={{ order: 4 }}>
            <OrderPrescription detail={detail} onPress={actions.press} />
          </div>
          <Stack className={css.facts} gap={24} style={{ order: 6 }}>
            <OrderShares order={order} />
            <OrderRemakes detail={detail} />
            <OrderFacts detail={detail} />
          </Stack>
        </div>
      </div>
      {actions.dialog}
    </Page>
  )
}

/** Links to the audit entries of this case, for users who may read an audit log. */
function AuditButton({ orderId }: { orderId: string }) {
  const t = useTexts('orders')
  const session = useSession()
  const path = (['/manage/audit', '/organization/audit'] as const).find(
    (one) => session && canOpen(screenOf(one), session),
  )
  if (path === undefined) return null
  return (
    <TipButton
      label={t('whoLooked')}
      variant="default"
      size="input-sm"
      renderRoot={(root) => <Link {...root} to={path} search={{ object: orderId }} />}
    >
      <IconHistory />
    </TipButton>
  )
}

/** Links to the work ticket, which opens the browser's print dialog. */
function PrintButton({ orderId }: { orderId: string }) {
  const t = useTexts('ticket')
  return (
    <Button
      variant="default"
      className={css.print}
      leftSection={<IconPrinter />}
      renderRoot={(root) => <Link {...root} to="/order/print/$id" params={{ id: orderId }} />}
    >
      {t('open')}
    </Button>
  )
}

function CaseSkeleton() {
  const t = useTexts('screens')
  return (
    <Page title={<span className="only-read">{t('order')}</span>}>
      <div className="case" aria-busy="true">
        <div className={css.column}>
          <Skeleton className={css.viewerSpace} />
        </div>
        <div className={css.column}>
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
