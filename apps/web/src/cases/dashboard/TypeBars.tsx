import { type OrderType, orderTypes, type TypeCounts } from '@pontic/contract'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { orderTypeIcons } from '../orders/order-type-icons.ts'
import { BarTable } from './BarTable.tsx'

/** A type of cases with its icon. */
export function TypeName({ type }: { type: OrderType }) {
  const t = useTexts('order.type')
  const Icon = orderTypeIcons[type]
  return (
    <>
      <Icon size={20} />
      {t(`${type}`)}
    </>
  )
}

/** A table with the number of cases of each type, their share of all cases, and a bar. */
export function TypeBars({ types, isStale }: { types: TypeCounts; isStale: boolean }) {
  const t = useTexts()
  const { number, percent } = useFormats()
  const rows = Object.values(orderTypes).map((type) => ({ type, count: types[type] }))
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const shareOf = (count: number) => (total === 0 ? 0 : count / total)
  return (
    <BarTable
      heads={[t('common.label.type'), t('common.label.cases'), t('dashboard.share')]}
      isStale={isStale}
      rows={rows.map(({ type, count }) => ({
        key: type,
        label: <TypeName type={type} />,
        value: number(count),
        note: percent(shareOf(count)),
        share: shareOf(count),
      }))}
    />
  )
}
