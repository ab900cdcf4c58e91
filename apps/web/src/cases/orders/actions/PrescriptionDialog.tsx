import { Skeleton } from '@mantine/core'
import { listPrescriptions, type OrderDetail } from '@pontic/contract'
import { useMemo, useRef, useState } from 'react'
import { useRead } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { FormDialogFrame, InfoDialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { PrescriptionForm } from '../../prescriptions/PrescriptionForm.tsx'
import {
  parseUnsavedPrescriptions,
  type UnsavedPrescriptions,
  usePrescriptionDraft,
} from '../../prescriptions/use-prescription-draft.ts'
import { usePartnerLabs } from '../LabSelect.tsx'
import { type ActionDialogProps, useOrderWrite } from './use-order-write.ts'

const widthPx = 1120

const textOf = (detail: OrderDetail) => JSON.stringify(listPrescriptions(detail))

const nothing: UnsavedPrescriptions = {}
const isNothing = (unsaved: UnsavedPrescriptions) => Object.keys(unsaved).length === 0

/**
 * Edits the prescription of a case, while the case is with the clinic.
 * @param props.labId the laboratory selected for sending. If it is given, missing values are marked at once, including those that
 *   this laboratory requires
 */
export function PrescriptionDialog(props: ActionDialogProps & { labId?: string | undefined }) {
  const t = useTexts('prescription')
  const { order } = props
  const { data, failure, refetch } = useRead('orders.get', { params: { id: order.id } }, { isFresh: true })
  if (data) return <LoadedDialog {...props} detail={data} />
  return (
    <InfoDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('editOf', { number: order.number })}
      widthPx={widthPx}
    >
      {failure ? <ErrorState {...failure} onRetry={refetch} /> : <Skeleton height={320} />}
    </InfoDialog>
  )
}

function LoadedDialog(props: ActionDialogProps & { labId?: string | undefined; detail: OrderDetail }) {
  const t = useTexts('prescription')
  const { isOpen, onClose } = props
  const { order, prescription, morePrescriptions } = props.detail
  const labs = usePartnerLabs()
  const [showsMissing, setShowsMissing] = useState(props.labId !== undefined)
  const [stored, write] = useDraft(`prescription.${order.id}`, nothing, isNothing)
  const unsaved = useMemo(() => parseUnsavedPrescriptions(stored), [stored])
  const draft = usePrescriptionDraft({
    type: order.type,
    saved: prescription,
    savedMore: morePrescriptions,
    unsaved,
    onUnsavedChange: write,
    labId: props.labId ?? order.labId ?? (labs?.length === 1 ? (labs[0]?.organizationId ?? null) : null),
    showsMissing,
  })
  const opened = useRef(props.detail)
  if (!draft.isTouched) opened.current = props.detail
  // If only other parts of the case have changed, such as its files, the latest version number is sent. If somebody else has
  // changed the prescription since the user's first edit, the older number is sent, so that the server refuses to overwrite it.
  const isSame = textOf(opened.current) === textOf(props.detail)
  const { version } = isSame ? order : opened.current.order
  const update = useOrderWrite('prescriptions.update', {
    orderId: order.id,
    // The form computes the same errors as the server and shows them at its fields.
    form: { showFields: () => setShowsMissing(true) },
    onConflict: onClose,
  })
  const save = async () => {
    if (Object.keys(draft.invalid).length > 0) return setShowsMissing(true)
    const body = { id: order.id, version, prescription: draft.value, morePrescriptions: [...draft.more] }
    if (!(await update.send({ body }))) return
    write(nothing)
    onClose()
  }
  return (
    <FormDialogFrame
      isOpen={isOpen}
      onClose={onClose}
      title={t('editOf', { number: order.number })}
      confirm={t('save')}
      widthPx={widthPx}
      isBusy={update.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <PrescriptionForm draft={draft} />
    </FormDialogFrame>
  )
}
