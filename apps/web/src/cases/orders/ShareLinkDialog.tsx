import { Checkbox } from '@mantine/core'
import { limits, type MadeInvitation, type Order } from '@pontic/contract'
import { useState } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { FormDialog } from '../../ui/Dialog.tsx'
import { InvitationLink } from '../../ui/InvitationLink.tsx'
import { useOrderWrite } from './use-order-write.ts'

type Props = { order: Order; isOpen: boolean; onClose: () => void }

/** Makes a QR code that opens a case to whoever scans it first: for the patient who stands at the desk. */
export function ShareLinkDialog({ order, isOpen, onClose }: Props) {
  const t = useTexts('shares')
  const [mayDownload, setMayDownload] = useState(false)
  const [made, setMade] = useState<MadeInvitation>()
  const write = useOrderWrite('orders.createShareLink', { orderId: order.id, onConflict: onClose })
  const make = async (event: { preventDefault: () => void }) => {
    event.preventDefault()
    const reply = await write.send({ body: { id: order.id, download: mayDownload } })
    if (reply) setMade(reply)
  }
  if (made) return isOpen ? <InvitationLink made={made} onClose={onClose} /> : null
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('code.title', { number: order.number })}
      confirm={t('code.confirm')}
      widthPx={480}
      isBusy={write.isBusy}
      onSubmit={make}
    >
      <p className="quiet dialog-note">{t('code.text', { days: limits.invitationDays })}</p>
      <p className="quiet dialog-note">{t('dialog.sees')}</p>
      <Checkbox
        label={t('dialog.download')}
        description={t('dialog.downloadHint')}
        data-autofocus
        checked={mayDownload}
        onChange={(event) => setMayDownload(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
