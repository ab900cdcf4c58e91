import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import {
  isReviewMissing,
  type Order,
  type OrderDetail,
  orderActionTiming,
  rejectReasons,
} from '@pontic/contract'
import { lazy, Suspense } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { hasPermission } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
import { useUploads } from '../../../frame/upload-list.ts'
import { IconAlertCircle, IconClock } from '../../../ui/icons.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { AskButton } from '../../conversation/AskButton.tsx'
import { QuestionBanner } from '../../conversation/QuestionBanner.tsx'
import { conversationRights } from '../../conversation/use-conversation.ts'
import { DeliveryDay } from '../../delivery/DeliveryDay.tsx'
import { StoppedUploads } from '../../files/StoppedUploads.tsx'
import { useStoppedUploads } from '../../files/use-unfinished.ts'
import {
  CaseActionIcon,
  NextAction,
  type PressAction,
  useActionName,
  useOfferedActions,
} from '../actions/OrderActions.tsx'
import { partyOf } from '../actions/order-actions.ts'
import { ReviewMark } from '../OrderMarks.tsx'
import css from './OrderDetail.module.css'

const ReviewSection = lazy(() =>
  import('../../reviews/ReviewSection.tsx').then((file) => ({ default: file.ReviewSection })),
)

/** The status of a case, the next action as a filled button, and the other actions. */
export function OrderState({ detail, onPress }: { detail: OrderDetail; onPress: PressAction }) {
  const t = useTexts('orders')
  const { order } = detail
  return (
    <section className={css.state} style={{ order: 1 }} data-testid="case-state">
      <div className={css.status} data-testid="case-status">
        <StatusBadge status={order.status} />
        {order.deliveryOn && (
          <Group component="span" display="inline-flex" gap="0 8px" align="stretch">
            <span className="quiet">{t('columns.deliveryOn')}</span>
            <DeliveryDay order={order} />
          </Group>
        )}
      </div>
      <UploadState detail={detail} />
      <Rejection detail={detail} />
      <Review detail={detail} />
      <NextStep order={order} onPress={onPress} />
      <OtherActions detail={detail} onPress={onPress} />
    </section>
  )
}

/** Shows the open question or the next step, and the progress of the upload or the number of missing files. */
function UploadState({ detail }: { detail: OrderDetail }) {
  const { order, question } = detail
  const isStopped = useStoppedUploads(order.id).length > 0
  return (
    <>
      {question && <QuestionBanner detail={detail} />}
      {isStopped && <StoppedUploads orderId={order.id} />}
      {!question && !isStopped && <Hint detail={detail} />}
      <UploadProgress detail={detail} />
    </>
  )
}

/** A sentence that says what happens next with a case. Empty for users of neither party. */
function Hint({ detail: { order, kept } }: { detail: OrderDetail }) {
  const t = useTexts('orders.hint')
  const session = useSession()
  const party = session && partyOf(order, session)
  if (!party) return null
  if (order.isSendWaiting) return <WaitingHint text={t('sendWaiting')} />
  // The clinic has reserved the case for an invited laboratory. It can still send the case to another laboratory.
  if (kept && orderActionTiming('send', { ...order, party })) {
    const isExpired = new Date(kept.expiresAt) < new Date()
    const who = kept.email ?? t('keptLink')
    return <WaitingHint text={t(isExpired ? 'keptExpired' : 'kept', { who })} />
  }
  if (party === 'clinic' && order.status === 'scanned' && order.filesTotal > 0)
    return <p className={css.hint}>{t('clinic.uploading')}</p>
  // The section of the review says what happens next.
  if (order.status === 'accepted' && isReviewMissing(order)) return null
  const names = { lab: order.labName ?? '', clinic: order.clinicName }
  if (party === 'clinic') return <p className={css.hint}>{t(`clinic.${order.status}`, names)}</p>
  // A laboratory does not see a case before it is sent.
  if (order.status === 'scanned' || order.status === 'uploaded') return null
  return <p className={css.hint}>{t(`lab.${order.status}`, names)}</p>
}

function WaitingHint({ text }: { text: string }) {
  return (
    <p className={css.hint}>
      <IconClock size={16} />
      {text}
    </p>
  )
}

/** The reason and the note of the last rejection, while the case is rejected. */
function Rejection({ detail }: { detail: OrderDetail }) {
  const t = useTexts('order.reason')
  const last = detail.timeline.findLast((entry) => entry.kind === 'reject')
  if (detail.order.status !== 'rejected' || !last) return null
  const reason = rejectReasons.find((one) => one === last.reason)
  return (
    <div className={css.rejection} role="note">
      <IconAlertCircle />
      <div>
        {reason && <strong>{t(reason)}</strong>}
        <Text className={css.text} mt={2}>
          {last.note}
        </Text>
      </div>
    </div>
  )
}

/**
 * The progress of the clinic's upload. For files that this browser tab uploads, it counts the bytes sent, which may be ahead of the
 * bytes that the server has reported. For other files, it counts the bytes that the server has received.
 */
function UploadProgress({ detail: { order, files } }: { detail: OrderDetail }) {
  const t = useTexts('orders')
  const { size } = useFormats()
  const running = new Map(useUploads().map((upload) => [upload.fileId, upload.sentBytes]))
  if (order.filesTotal === 0 || order.filesVerified === order.filesTotal) return null
  const sentBytes = files
    .filter((file) => file.party === 'clinic')
    .reduce((sum, file) => sum + Math.max(running.get(file.id) ?? 0, file.receivedBytes), 0)
  const bytes = { done: size(Math.min(sentBytes, order.bytesTotal)), total: size(order.bytesTotal) }
  return (
    <Stack gap={4}>
      <ProgressBar label={t('upload')} share={sentBytes / Math.max(order.bytesTotal, 1)} />
      <span className="meta figures">
        {t('filesDone', { done: order.filesVerified, total: order.filesTotal })} · {t('bytesDone', bytes)}
      </span>
    </Stack>
  )
}

/** The button that advances the case. The design is reviewed above, where the form has its own buttons. */
function NextStep({ order, onPress }: { order: Order; onPress: PressAction }) {
  const { next } = useOfferedActions(order)
  if (next?.action === 'judgeReview') return null
  return (
    <div className="case-next">
      <NextAction order={order} onPress={onPress} />
    </div>
  )
}

/** The design review. Individuals see only its state. */
function Review({ detail }: { detail: OrderDetail }) {
  const session = useSession()
  const { order } = detail
  const isParty = session !== undefined && partyOf(order, session) !== undefined
  if (!isParty || !hasPermission(session, 'review.read')) return <ReviewMark order={order} />
  // The section also shows the steps of a review that has ended.
  const had = detail.timeline.some(({ kind }) => kind === 'reviewRequested')
  if (!had && !order.isReviewRequired) return null
  return (
    <Suspense fallback={<Skeleton height={64} />}>
      <ReviewSection detail={detail} />
    </Suspense>
  )
}

function OtherActions({ detail: { order }, onPress }: { detail: OrderDetail; onPress: PressAction }) {
  const t = useTexts('orders')
  const nameOf = useActionName()
  // These two have their buttons in the sections of prescription and review.
  const others = useOfferedActions(order).others.filter(
    ({ action }) => action !== 'prescribe' && action !== 'judgeReview',
  )
  const { mayAsk } = conversationRights(order, useSession())
  if (others.length === 0 && !mayAsk) return null
  return (
    <fieldset className={css.others}>
      <legend className="only-read">{t('otherActions')}</legend>
      {mayAsk && <AskButton order={order} />}
      {others.map((offered) => (
        <Button
          key={offered.action}
          size="xs"
          variant="subtle"
          color="gray"
          leftSection={<CaseActionIcon action={offered.action} size={16} />}
          onClick={() => onPress(order, offered.action)}
        >
          {nameOf(offered)}
        </Button>
      ))}
    </fieldset>
  )
}
