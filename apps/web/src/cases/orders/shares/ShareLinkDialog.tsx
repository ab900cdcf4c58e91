import { limits, type MadeInvitation, type Order, shareRoutes } from '@pontic/contract'
import { clsx } from 'clsx'
import { useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import css from '../../../ui/Dialog.module.css'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { InvitationLink } from '../../../ui/InvitationLink.tsx'
import { useCaseWrite } from '../actions/use-order-write.ts'

type Props = { order: Order; isOpen: boolean; onClose: () => void }

/** Makes a QR code that opens a case to whoever scans it first: for the patient at the desk. */
export function ShareLinkDialog({ order, isOpen, onClose }: Props) {
  const t = useTexts('shares')
  const [made, setMade] = useState<MadeInvitation>()
  const write = useCaseWrite(order.id, onClose)
  if (made) return isOpen ? <InvitationLink made={made} onClose={onClose} /> : null
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('code.title', { number: order.number })}
      confirm={t('code.confirm')}
      widthPx={480}
      call="orders.createShareLink"
      {...write}
      rules={shareRoutes['orders.createShareLink'].body.shape}
      initial={{ download: false }}
      input={({ download }) => ({ body: { id: order.id, download } })}
      lead={
        <>
          <p className={clsx(css.dialogNote, 'quiet')}>{t('code.text', { days: limits.invitationDays })}</p>
          <p className={clsx(css.dialogNote, 'quiet')}>{t('dialog.sees')}</p>
        </>
      }
      fields={[
        {
          name: 'download',
          label: t('dialog.download'),
          help: t('dialog.downloadHint'),
          as: 'box',
          hasFocus: true,
        },
      ]}
      staysOpen
      onDone={setMade}
    />
  )
}
