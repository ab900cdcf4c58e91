import { orderTypes, type TypeCounts } from '@pontic/contract'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import { orderTypeIcons } from '../orders/order-type-icons.ts'
import css from './Dashboard.module.css'

/** A table with the number of cases of each type, their share of all cases, and a bar. */
export function TypeBars({ types, isStale }: { types: TypeCounts; isStale: boolean }) {
  const t = useTexts()
  const { number, percent } = useFormats()
  const rows = Object.values(orderTypes).map((type) => ({ type, count: types[type] }))
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const shareOf = (count: number) => (total === 0 ? 0 : count / total)
  return (
    <table className={css.typeBars} data-stale={isStale || undefined}>
      <thead className="only-read">
        <tr>
          <th scope="col">{t('common.label.type')}</th>
          <th scope="col">{t('common.label.cases')}</th>
          <th scope="col">{t('dashboard.share')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ type, count }) => {
          const Icon = orderTypeIcons[type]
          return (
            <tr key={type}>
              <th scope="row">
                <Icon size={20} />
                {t(`order.type.${type}`)}
              </th>
              <td className="figures">{number(count)}</td>
              <td className="figures quiet">{percent(shareOf(count))}</td>
              <td className={css.typeBar} aria-hidden="true">
                <span style={{ width: `${shareOf(count) * 100}%` }} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
