import { type Order, orderTypes, type OrderType as Type } from '@pontic/contract'
import { lazy, Suspense } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import css from './OrderType.module.css'
import { orderTypeIcons } from './order-type-icons.ts'

const ScanThumb = lazy(() => import('../viewer/ScanThumb.tsx').then((file) => ({ default: file.ScanThumb })))

/** All order types, in display order. */
export const orderTypeList = Object.values(orderTypes)

/** The icon of an order type, with its name as tooltip and for screen readers. */
export function OrderTypeIcon({ type, isQuiet = false }: { type: Type; isQuiet?: boolean }) {
  const t = useTexts('order.type')
  const Icon = orderTypeIcons[type]
  return (
    <span className={css.picture} data-quiet={isQuiet || undefined} title={t(`${type}`)}>
      <Icon size={20} />
      <span className="only-read">{t(`${type}`)}</span>
    </span>
  )
}

/** The picture of a case's scan, if there is one, with the icon of the order type in a corner. `hasType` false hides the icon. */
export function CaseThumb({ order, hasType = true }: { order: Order; hasType?: boolean }) {
  return (
    <span className={css.thumb} data-picture={order.screenshot !== null || undefined}>
      {order.screenshot !== null && (
        <Suspense fallback={null}>
          <ScanThumb orderId={order.id} fileId={order.screenshot} />
        </Suspense>
      )}
      {hasType && <OrderTypeIcon type={order.type} isQuiet={order.isWithdrawn} />}
    </span>
  )
}

/** A group of radio buttons for the order types. */
export function OrderTypeField(props: { label: string; value: Type; onChange: (type: Type) => void }) {
  const t = useTexts('order.type')
  return (
    <fieldset className={css.choice}>
      <legend className="mantine-InputWrapper-label">{props.label}</legend>
      {orderTypeList.map((type) => {
        const Icon = orderTypeIcons[type]
        return (
          <label key={type} className={css.option}>
            <input
              type="radio"
              name="type"
              className="only-read"
              checked={props.value === type}
              onChange={() => props.onChange(type)}
            />
            <Icon size={26} stroke={1.5} />
            <span>{t(`${type}`)}</span>
          </label>
        )
      })}
    </fieldset>
  )
}
