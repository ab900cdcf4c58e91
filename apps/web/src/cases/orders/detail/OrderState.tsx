import { Button } from '@mantine/core'
import { type OrderDetail, orderActionTiming, type RejectReason } from '@pontic/contract'
import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { useSession } from '../../../frame/session.ts'
import { useUploads } from '../../../frame/uploads.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { QuestionBanner } from '../../conversation/QuestionBanner.tsx'
import { DeliveryDay } from '../../delivery/DeliveryDay.tsx'
import {
  CaseActionIcon,
  NextAction,
  type PressAction,
  useActionName,
  useOffered,
} from '../actions/OrderActions.tsx'
import { partyOf } from '../actions/order-actions.ts'
import css from './OrderDetail.module.css'

/** Where a case stands, what is due next from this person as one filled button, and everything else quietly. */
export function OrderState({ detail, onPress }: { detail: OrderDetail; onPress: PressAction }) {
  const t = useTexts('orders')
  const { order } = detail
  return (
    <section className="case-state">
      <div className="case-status">
        <StatusBadge status={order.status} />
        {order.deliveryOn && (
          <span className={css.caseDue}>
            <span className="quiet">{t('columns.deliveryOn')}</span>
            <DeliveryDay order={order} />
          </span>
        )}
      </div>
      {detail.question ? <QuestionBanner detail={detail} /> : <Hint detail={detail} />}
      <Rejection detail={detail} />
      <UploadProgress detail={detail} />
      <div className="case-next">
        <NextAction order={order} onPress={onPress} />
      </div>
      <Others detail={detail} onPress={onPress} />
    </section>
  )
}

/** One sentence on whose turn it is. */
function Hint({ detail: { order, kept } }: { detail: OrderDetail }) {
  const t = useTexts('orders.hint')
  const session = useSession()
  const party = session && partyOf(order, session)
  if (!party) return null
  if (order.isSendWaiting) {
    return (
      <p className={css.caseHint}>
        <IconClock size={16} stroke={1.75} aria-hidden="true" />
        {t('sendWaiting')}
      </p>
    )
  }
  // Once it has gone to another laboratory, the invitation keeps nothing.
  if (kept && orderActionTiming('send', { ...order, party })) {
    const isExpired = new Date(kept.expiresAt) < new Date()
    return (
      <p className={css.caseHint}>
        <IconClock size={16} stroke={1.75} aria-hidden="true" />
        {t(isExpired ? 'keptExpired' : 'kept', { who: kept.email ?? t('keptLink') })}
      </p>
    )
  }
  if (party === 'clinic' && order.status === 'scanned' && order.filesTotal > 0)
    return <p className={css.caseHint}>{t('clinic.uploading')}</p>
  const names = { lab: order.labName ?? '', clinic: order.clinicName }
  if (party === 'clinic') return <p className={css.caseHint}>{t(`clinic.${order.status}`, names)}</p>
  // A laboratory never sees a case before it was sent.
  if (order.status === 'scanned' || order.status === 'uploaded') return null
  return <p className={css.caseHint}>{t(`lab.${order.status}`, names)}</p>
}

/** Why a case came back. */
function Rejection({ detail }: { detail: OrderDetail }) {
  const t = useTexts('order.reason')
  const last = detail.timeline.findLast((entry) => entry.kind === 'reject')
  if (detail.order.status !== 'rejected' || !last) return null
  return (
    <div className={css.caseRejection} role="note">
      <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
      <div>
        {last.reason && <strong>{t(last.reason as RejectReason)}</strong>}
        <p>{last.note}</p>
      </div>
    </div>
  )
}

/** The clinic's upload as a whole; what runs in this page is counted as it leaves, the rest as the server has it. */
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
    <div className={css.caseUpload}>
      <ProgressBar label={t('upload')} share={sentBytes / Math.max(order.bytesTotal, 1)} />
      <span className="meta figures">
        {t('filesDone', { done: order.filesVerified, total: order.filesTotal })} · {t('bytesDone', bytes)}
      </span>
    </div>
  )
}

function Others({ detail: { order }, onPress }: { detail: OrderDetail; onPress: PressAction }) {
  const t = useTexts('orders')
  const nameOf = useActionName()
  // The prescription has a button of its own beside it.
  const others = useOffered(order).others.filter(({ action }) => action !== 'prescribe')
  if (others.length === 0) return null
  return (
    <fieldset className={css.caseOthers}>
      <legend className="only-read">{t('otherActions')}</legend>
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
