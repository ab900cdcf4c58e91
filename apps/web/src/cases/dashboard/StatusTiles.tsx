import { type OrderCounts, orderStatuses } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { caseListOf } from '../../frame/screens.ts'
import { useSession } from '../../frame/session.ts'
import { StatRow, StatTile } from '../../ui/StatTile.tsx'
import { StatusShape } from '../../ui/StatusBadge.tsx'

/** Tiles with the number of cases, in total and by status. Each tile links to the case list that the user may open, if any. */
export function StatusTiles({ counts }: { counts: OrderCounts | undefined }) {
  const t = useTexts()
  const session = useSession()
  const to = session && caseListOf(session)
  const linkTo = (search: Readonly<Record<string, string>>) => (to === undefined ? {} : { to, search })
  return (
    <StatRow label={t('orders.byStatus')}>
      <StatTile label={t('screens.manageOrders')} value={counts?.total} {...linkTo({})} />
      {orderStatuses.map((status) => (
        <StatTile
          key={status}
          label={t(`order.status.${status}`)}
          value={counts?.[status]}
          shape={<StatusShape status={status} size={14} />}
          {...linkTo({ status })}
        />
      ))}
    </StatRow>
  )
}
