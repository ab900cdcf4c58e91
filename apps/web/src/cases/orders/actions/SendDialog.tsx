import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import {
  hasBlockingNote,
  listMissingOfCase,
  listReadinessNotes,
  type Order,
  type OrderFile,
} from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { lazy, useState } from 'react'
import { useRead } from '../../../frame/api.ts'
import { markStale } from '../../../frame/cache.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { canOpen, screenOf } from '../../../frame/screens.ts'
import { useSession } from '../../../frame/session.ts'
import { dayFromToday } from '../../../frame/time-zone.ts'
import { DayField } from '../../../ui/DayField.tsx'
import css from '../../../ui/Dialog.module.css'
import { FormDialogFrame } from '../../../ui/Dialog.tsx'
import { DeliveryProposal, useProposedDay } from '../../delivery/DeliveryProposal.tsx'
import { ReadinessList } from '../../files/ReadinessList.tsx'
import { MissingList } from '../../prescriptions/MissingList.tsx'
import { useRequirements } from '../../prescriptions/use-prescription-draft.ts'
import { LabSelect, usePartnerLabs } from '../LabSelect.tsx'
import { type ActionDialogProps, useOrderWrite } from './use-order-write.ts'

const PrescriptionDialog = lazy(() =>
  import('./PrescriptionDialog.tsx').then((file) => ({ default: file.PrescriptionDialog })),
)

/**
 * Loads the latest version of the case, the partner laboratories, the missing values of the prescription, and the notes about
 * the scans.
 */
function useSendState(listed: Order) {
  const detail = useRead('orders.get', { params: { id: listed.id } }, { isFresh: true }).data
  // The case of the list and the loaded case may be of different age. The newer one is used.
  const order = detail && detail.order.version > listed.version ? detail.order : listed
  const labs = usePartnerLabs()
  // A case that was sent before is usually sent to the same laboratory again.
  const [chosen, choose] = useState(order.labId)
  const onlyLab = labs?.length === 1 ? labs[0] : undefined
  const lab = labs?.find((one) => one.organizationId === chosen) ?? onlyLab
  const requirements = useRequirements(lab?.organizationId ?? null)
  const missing = detail ? listMissingOfCase(order.type, detail, requirements) : []
  const files = detail?.files ?? []
  const notes = detail ? listReadinessNotes({ type: order.type, ...detail, requirements }) : []
  return { order, labs, lab, choose, missing, files, notes }
}

/**
 * Sends a case to a partner laboratory. The server defers the send until the upload is done and the scans are read. If the
 * prescription is incomplete, the confirm button opens the dialog that edits the prescription.
 */
export function SendDialog(props: ActionDialogProps) {
  const { isOpen, onClose } = props
  const state = useSendState(props.order)
  const { order, lab, missing } = state
  const [hasLabError, setLabError] = useState(false)
  const [isFilling, setFilling] = useState(false)
  const [wish, setWish] = useState(order.deliveryOn)
  // A case that comes back from a laboratory keeps the demand.
  const [isReviewRequired, setReviewRequired] = useState(order.isReviewRequired)
  const write = useOrderWrite('orders.send', {
    orderId: order.id,
    form: {
      showFields: (fields) => {
        if (!Object.keys(fields).some((path) => path.startsWith('prescription.'))) return setLabError(true)
        // The laboratory's requirements have changed since they were read.
        markStale('prescriptions')
        setFilling(true)
      },
    },
    onConflict: onClose,
  })
  const send = async () => {
    if (missing.length > 0) return setFilling(true)
    if (!lab) return setLabError(true)
    const day = wish === null ? {} : { deliveryOn: wish }
    const body = { id: order.id, version: order.version, labId: lab.organizationId, isReviewRequired, ...day }
    if (await write.send({ body })) onClose()
  }
  if (isFilling) {
    const close = () => setFilling(false)
    return <PrescriptionDialog order={order} labId={lab?.organizationId} isOpen={isOpen} onClose={close} />
  }
  return (
    <SendForm
      {...props}
      {...state}
      isLabMissing={hasLabError && !lab}
      isBusy={write.isBusy}
      wish={wish}
      onWish={setWish}
      isReviewRequired={isReviewRequired}
      onReviewRequired={setReviewRequired}
      onSend={() => void send()}
    />
  )
}

type SendFormProps = ActionDialogProps &
  ReturnType<typeof useSendState> & {
    isLabMissing: boolean
    isBusy: boolean
    wish: string | null
    onWish: (day: string | null) => void
    isReviewRequired: boolean
    onReviewRequired: (isRequired: boolean) => void
    onSend: () => void
  }

function SendForm({ order, labs, lab, missing, notes, wish, onWish, ...props }: SendFormProps) {
  const t = useTexts('orders.send')
  const orderTexts = useTexts('order')
  const common = useTexts('common')
  const fields = useTexts('fields')
  const prescription = useTexts('prescription')
  const review = useTexts('review')
  const proposed = useProposedDay(lab?.organizationId ?? null, order.type)
  const send = lab ? t('confirmTo', { lab: lab.name }) : orderTexts('action.send')
  return (
    <FormDialogFrame
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('title', { number: order.number })}
      confirm={missing.length > 0 ? prescription('fill') : send}
      isBusy={props.isBusy}
      isDisabled={
        !labs?.length || (missing.length === 0 && hasBlockingNote(notes) && order.status !== 'scanned')
      }
      onSubmit={(event) => {
        event.preventDefault()
        props.onSend()
      }}
    >
      <LabSelect
        label={common('label.lab')}
        value={lab?.organizationId ?? null}
        onChange={props.choose}
        error={props.isLabMissing ? fields('required') : undefined}
        isRequired
      />
      <DayField label={t('day')} min={dayFromToday()} value={wish} onChange={onWish} />
      {lab && <DeliveryProposal proposed={proposed} labName={lab.name} day={wish} onSelect={onWish} />}
      <Checkbox
        label={review('demand')}
        checked={props.isReviewRequired}
        onChange={(event) => props.onReviewRequired(event.currentTarget.checked)}
      />
      <MissingList missing={missing} />
      <ReadinessList notes={notes} files={props.files} />
      <p className={clsx(css.dialogNote, 'quiet')}>{t(textOf(order, props.files))}</p>
      <InviteLink orderId={order.id} />
    </FormDialogFrame>
  )
}

/** Returns the key of the text that says when the case is sent: at once, after the upload, or after the scans are read. */
function textOf(order: Order, files: readonly OrderFile[]) {
  if (order.status === 'scanned') return 'textDeferred'
  const isReading = files.some(({ party, mesh }) => party === 'clinic' && mesh?.state === 'waiting')
  return isReading ? 'textReading' : 'text'
}

/** Links to the invitation of a laboratory that is not on Pontic yet. */
function InviteLink({ orderId }: { orderId: string }) {
  const t = useTexts('orders.send')
  const session = useSession()
  if (!session || !canOpen(screenOf('/followcard/list'), session)) return null
  return (
    <Link className="text-link" to="/followcard/list" search={{ invite: orderId }}>
      {t('invite')}
    </Link>
  )
}
