import { businessTypes, limits } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { useSession } from '../../frame/session.ts'
import { InvitationDialog } from '../../ui/InvitationDialog.tsx'
import css from './Partners.module.css'

/** Invites a clinic or laboratory that is not on Pontic yet. With `orderId`, the case is reserved for the invited laboratory. */
export function InviteDialog(props: { orderId: string | undefined; isOpen: boolean; onClose: () => void }) {
  const { orderId } = props
  const t = useTexts('partners.invite')
  const isClinic = useSession()?.organization_type === businessTypes.clinic
  const kept = useRead('orders.get', { params: { id: orderId ?? '' } }, { isEnabled: orderId !== undefined })
  return (
    <InvitationDialog
      {...props}
      call="partners.invite"
      title={t(isClinic ? 'titleLab' : 'titleClinic')}
      lead={
        <>
          <p className="quiet">{t('text', { days: limits.invitationDays })}</p>
          {kept.data && <p className={css.partnerKept}>{t('kept', { number: kept.data.order.number })}</p>}
        </>
      }
      here={t('here')}
    />
  )
}
