import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../i18n.tsx'
import { mayOpen, screenOf } from '../screens.tsx'
import { useSession } from '../session.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import type { ActionDialogProps } from './ActionDialog.tsx'
import { LabSelect, usePartnerLabs } from './LabSelect.tsx'
import { useOrderWrite } from './use-order-write.ts'

/** Sends a case to a partner laboratory; while the upload runs it is kept and happens then. */
export function SendDialog({ order, isOpen, onClose }: ActionDialogProps) {
  const t = useTexts('orders.send')
  const fields = useTexts('fields')
  const labs = usePartnerLabs()
  const session = useSession()
  const canInvite = session && mayOpen(screenOf('/followcard/list'), session)
  // Sent before: most often it goes to the same laboratory again.
  const [chosen, setChosen] = useState(order.labId)
  const [isMissing, setMissing] = useState(false)
  const onlyLab = labs?.length === 1 ? labs[0] : undefined
  const lab = labs?.find((one) => one.organizationId === chosen) ?? onlyLab
  const write = useOrderWrite('orders.send', {
    orderId: order.id,
    form: { showFields: () => setMissing(true) },
    onConflict: onClose,
  })
  const send = async () => {
    if (!lab) return setMissing(true)
    const body = { id: order.id, version: order.version, labId: lab.organizationId }
    if (await write.send({ body })) onClose()
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={lab ? t('confirmTo', { lab: lab.name }) : t('confirm')}
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
      <p className="quiet dialog-note">{t(order.status === 'scanned' ? 'textDeferred' : 'text')}</p>
      {canInvite && (
        <Link className="text-link" to="/followcard/list" search={{ invite: order.id } as never}>
          {t('invite')}
        </Link>
      )}
    </FormDialog>
  )
}
