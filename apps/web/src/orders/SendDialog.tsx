import { listMissing } from '@pontic/contract'
import { Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { useRead } from '../api.ts'
import { useTexts } from '../i18n.tsx'
import { MissingList } from '../prescription/MissingList.tsx'
import { useRequirements } from '../prescription/use-prescription-draft.ts'
import { mayOpen, screenOf } from '../screens.tsx'
import { useSession } from '../session.ts'
import { DayField, dayFromToday } from '../ui/DayField.tsx'
import { FormDialog } from '../ui/Dialog.tsx'
import type { ActionDialogProps } from './ActionDialog.tsx'
import { DeliveryProposal, useProposedDay } from './DeliveryProposal.tsx'
import { LabSelect, usePartnerLabs } from './LabSelect.tsx'
import { useOrderWrite } from './use-order-write.ts'

const PrescriptionDialog = lazy(() =>
  import('./PrescriptionDialog.tsx').then((file) => ({ default: file.PrescriptionDialog })),
)

/** Sends a case to a partner laboratory; while the upload runs it is kept and happens then. */
export function SendDialog(props: ActionDialogProps) {
  const { isOpen, onClose } = props
  const detail = useRead('orders.get', { params: { id: props.order.id } }, { isFresh: true }).data
  // What was said in between made a new version of it.
  const order = detail && detail.order.version > props.order.version ? detail.order : props.order
  const t = useTexts('orders.send')
  const fields = useTexts('fields')
  const prescription = useTexts('prescription')
  const labs = usePartnerLabs()
  const session = useSession()
  const canInvite = session && mayOpen(screenOf('/followcard/list'), session)
  // Sent before: most often it goes to the same laboratory again.
  const [chosen, setChosen] = useState(order.labId)
  const [isMissing, setMissing] = useState(false)
  const [isFilling, setFilling] = useState(false)
  const onlyLab = labs?.length === 1 ? labs[0] : undefined
  const lab = labs?.find((one) => one.organizationId === chosen) ?? onlyLab
  const write = useOrderWrite('orders.send', {
    orderId: order.id,
    form: {
      // What only the server knows of: the laboratory has just asked for more.
      showFields: (told) =>
        Object.keys(told).some((path) => path.startsWith('prescription.'))
          ? setFilling(true)
          : setMissing(true),
    },
    onConflict: onClose,
  })
  const proposed = useProposedDay(lab?.organizationId ?? null, order.type)
  const [wish, setWish] = useState(order.deliveryOn)
  const requirements = useRequirements(lab?.organizationId ?? null)
  const missing = detail ? listMissing(order.type, detail.prescription, requirements) : []
  const send = async () => {
    if (!lab) return setMissing(true)
    if (missing.length > 0) return setFilling(true)
    const day = wish === null ? {} : { deliveryOn: wish }
    const body = { id: order.id, version: order.version, labId: lab.organizationId, ...day }
    if (await write.send({ body })) onClose()
  }
  if (isFilling) {
    const close = () => setFilling(false)
    return <PrescriptionDialog order={order} labId={lab?.organizationId} isOpen={isOpen} onClose={close} />
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={
        missing.length > 0 ? prescription('fill') : lab ? t('confirmTo', { lab: lab.name }) : t('confirm')
      }
      isBusy={write.isBusy}
      isDisabled={labs?.length === 0}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <LabSelect
        label={t('lab')}
        value={lab?.organizationId ?? null}
        onChange={(labId) => {
          setChosen(labId)
          setMissing(false)
        }}
        error={isMissing && !lab ? fields('required') : undefined}
        isRequired
      />
      <DayField label={t('day')} min={dayFromToday()} value={wish} onChange={setWish} />
      {lab && <DeliveryProposal proposed={proposed} labName={lab.name} day={wish} onTake={setWish} />}
      <MissingList missing={missing} />
      <p className="quiet dialog-note">{t(order.status === 'scanned' ? 'textDeferred' : 'text')}</p>
      {canInvite && (
        <Link className="text-link" to="/followcard/list" search={{ invite: order.id } as never}>
          {t('invite')}
        </Link>
      )}
    </FormDialog>
  )
}
