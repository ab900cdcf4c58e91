import { limits, type Order, shareRoutes } from '@pontic/contract'
import { clsx } from 'clsx'
import { useTexts } from '../../../frame/i18n.tsx'
import css from '../../../ui/Dialog.module.css'
import { AskDialog } from '../../../ui/Dialog.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { useCaseWrite } from '../actions/use-order-write.ts'

type DialogProps = { order: Order; isOpen: boolean; onClose: () => void }

/** Shares a case with an individual by an email address; the answer is the same for every address. */
export function SharePersonDialog({ order, isOpen, onClose }: DialogProps) {
  const t = useTexts('shares.dialog')
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title', { number: order.number })}
      confirm={t('confirm')}
      widthPx={480}
      call="orders.share"
      {...useCaseWrite(order.id, onClose)}
      rules={shareRoutes['orders.share'].body.shape}
      initial={{ email: '', download: false }}
      input={(values) => ({ body: { id: order.id, ...values } })}
      lead={
        <>
          <p className={clsx(css.dialogNote, 'quiet')}>{t('text', { days: limits.invitationDays })}</p>
          <p className={clsx(css.dialogNote, 'quiet')}>{t('sees')}</p>
        </>
      }
      fields={[
        { name: 'email', label: t('email'), as: 'email' },
        { name: 'download', label: t('download'), help: t('downloadHint'), as: 'box' },
      ]}
      resets
      done={(_, { email }) => t('done', { email })}
    />
  )
}

/** Asks before a case closes for an address. */
export function EndShareDialog({ order, email, isOpen, onClose }: DialogProps & { email: string }) {
  const t = useTexts('shares.end')
  const shares = useTexts('shares')
  const { id, number } = order
  return (
    <AskDialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('title')}
      confirm={shares('stop')}
      isDangerous
      call="orders.unshare"
      input={{ body: { id, email } }}
      {...useCaseWrite(id, onClose)}
      staysOnFailure
      done={t('done', { email })}
    >
      <p>{t('text', { number, email })}</p>
    </AskDialog>
  )
}
