import { Skeleton } from '@mantine/core'
import type { OrderDetail } from '@pontic/contract'
import { useMemo, useRef, useState } from 'react'
import { useRead } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { FormDialog, InfoDialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { PrescriptionForm } from '../../prescriptions/PrescriptionForm.tsx'
import {
  readWritten,
  usePrescriptionDraft,
  type WrittenPrescriptions,
} from '../../prescriptions/use-prescription-draft.ts'
import { usePartnerLabs } from '../LabSelect.tsx'
import type { ActionDialogProps } from './order-actions.ts'
import { useOrderWrite } from './use-order-write.ts'

/** How wide a dialog with a prescription is: chart and fields stand side by side. */
export const prescriptionWidthPx = 1120

const nothing: WrittenPrescriptions = {}
const isNothing = (written: WrittenPrescriptions) => Object.keys(written).length === 0

/**
 * Says what a case orders, while it is with its clinic.
 * @param props.labId the laboratory it is about to go to: what that one asks for is missing too
 */
export function PrescriptionDialog(props: ActionDialogProps & { labId?: string | undefined }) {
  const t = useTexts('prescription')
  const { order } = props
  const { data, failure, refetch } = useRead('orders.get', { params: { id: order.id } }, { isFresh: true })
  if (data) return <Filled {...props} detail={data} />
  return (
    <InfoDialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title={t('editOf', { number: order.number })}
      widthPx={prescriptionWidthPx}
    >
      {failure ? <ErrorState {...failure} onRetry={refetch} /> : <Skeleton height={320} />}
    </InfoDialog>
  )
}

function Filled(props: ActionDialogProps & { labId?: string | undefined; detail: OrderDetail }) {
  const t = useTexts('prescription')
  const { isOpen, onClose } = props
  const { order, prescription } = props.detail
  const labs = usePartnerLabs()
  const [isAsked, setAsked] = useState(props.labId !== undefined)
  const [stored, write] = useDraft(`prescription.${order.id}`, nothing, isNothing)
  const written = useMemo(() => readWritten(stored), [stored])
  const draft = usePrescriptionDraft({
    type: order.type,
    saved: prescription,
    written,
    onWrite: write,
    labId: props.labId ?? order.labId ?? (labs?.length === 1 ? (labs[0]?.organizationId ?? null) : null),
    isAsked,
  })
  const opened = useRef(props.detail)
  if (!draft.isTouched) opened.current = props.detail
  // A file that arrives meanwhile makes a new version of the case, which is nobody's concern here; another prescription is.
  const isSame = JSON.stringify(opened.current.prescription) === JSON.stringify(prescription)
  const { version } = isSame ? order : opened.current.order
  const update = useOrderWrite('prescriptions.update', {
    orderId: order.id,
    // What is wrong stands at the fields: the form judges by the same rules.
    form: { showFields: () => setAsked(true) },
    onConflict: onClose,
  })
  const save = async () => {
    if (Object.keys(draft.wrong).length > 0) return setAsked(true)
    const body = { id: order.id, version, prescription: draft.value }
    if (!(await update.send({ body }))) return
    write(nothing)
    onClose()
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('editOf', { number: order.number })}
      confirm={t('save')}
      widthPx={prescriptionWidthPx}
      isBusy={update.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <PrescriptionForm draft={draft} />
    </FormDialog>
  )
}
