import { businessTypes } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { ConfirmCallDialog } from '../../ui/Dialog.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import type { PartnerDialogProps } from './PartnerButtons.tsx'
import css from './Partners.module.css'

const openStatuses = ['pending', 'accepted', 'shipped'] as const
const shownMax = 5

/** Lists open cases with a partner, ordered by status (rules §8): at most five of each status, then the number of the others. */
function OpenOrders({ organizationId }: { organizationId: string }) {
  const partners = useTexts('partners')
  const common = useTexts('common')
  const read = (status: (typeof openStatuses)[number]) => ({
    body: { partnerId: organizationId, status, pageSize: shownMax },
  })
  const pending = useRead('orders.list', read('pending'))
  const accepted = useRead('orders.list', read('accepted'))
  const shipped = useRead('orders.list', read('shipped'))
  const lists = [pending.data, accepted.data, shipped.data].filter((list) => list !== undefined)
  const orders = lists.flatMap(({ list }) => list)
  const more = lists.reduce((sum, { total }) => sum + total, 0) - orders.length
  if (orders.length === 0) return null
  return (
    <>
      <ul className={css.partnerOpen} aria-label={partners('column.openOrders')}>
        {orders.map((order) => (
          <li key={order.id}>
            <span className="figures">{order.number}</span>
            <StatusBadge status={order.status} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="meta">{common('count.more', { count: more })}</p>}
    </>
  )
}

/** Removes a partner after a confirmation that states the consequences for open cases (rules §8). */
export function RemoveDialog({ subject: partner, ...frame }: PartnerDialogProps) {
  const t = useTexts('partners.remove')
  const actions = useTexts('partner.action')
  const { organizationId, name, openOrders } = partner
  const isOtherLab = partner.businessType === businessTypes.lab
  return (
    <ConfirmCallDialog
      {...frame}
      title={t('title', { name })}
      confirm={actions('remove')}
      isDangerous
      call="partners.remove"
      input={{ body: { organizationId } }}
      done={t('done', { name })}
    >
      <p>{t('orders', { count: openOrders })}</p>
      {openOrders > 0 && <OpenOrders organizationId={organizationId} />}
      {openOrders > 0 && (
        <ul className={css.partnerRemains}>
          <li>{t(isOtherLab ? 'pendingClinic' : 'pendingLab')}</li>
          <li>{t('running')}</li>
        </ul>
      )}
      <p>{t('after', { name })}</p>
    </ConfirmCallDialog>
  )
}

/** Refuses an application after a confirmation. */
export function RefuseDialog({ subject: partner, ...frame }: PartnerDialogProps) {
  const t = useTexts('partners.refuse')
  const { organizationId, name } = partner
  return (
    <ConfirmCallDialog
      {...frame}
      title={t('title', { name })}
      confirm={t('confirm')}
      isDangerous
      call="partners.answer"
      input={{ body: { organizationId, approve: false } }}
      done={t('done', { name })}
    >
      <p>{t('text', { name })}</p>
    </ConfirmCallDialog>
  )
}
