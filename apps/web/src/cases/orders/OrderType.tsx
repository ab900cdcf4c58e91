import { orderTypes, type OrderType as Type } from '@pontic/contract'
import type { ComponentType } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconBracket, IconCrown, IconDenture, IconImplant, type IconProps } from '../../ui/dental-icons.tsx'
import css from './OrderType.module.css'

const icons = {
  [orderTypes.restoration]: IconCrown,
  [orderTypes.orthodontics]: IconBracket,
  [orderTypes.implant]: IconImplant,
  [orderTypes.removable]: IconDenture,
} as const satisfies Record<Type, ComponentType<IconProps>>

/** All order types in the order they are offered in. */
export const typeList = Object.values(orderTypes)

/** The picture of an order type alone; say the word beside it, or give it as the title. */
export function TypePicture({ type, isQuiet = false }: { type: Type; isQuiet?: boolean }) {
  const t = useTexts('order.type')
  const Icon = icons[type]
  return (
    <span className="type-picture" data-quiet={isQuiet || undefined} title={t(`${type}`)}>
      <Icon size={20} />
      <span className="only-read">{t(`${type}`)}</span>
    </span>
  )
}

/** The four types as pictures to choose from; arrows move, as in any group of radio buttons. */
export function TypeChoice(props: { label: string; value: Type; onChange: (type: Type) => void }) {
  const t = useTexts('order.type')
  return (
    <fieldset className={css.typeChoice}>
      <legend className="mantine-InputWrapper-label">{props.label}</legend>
      {typeList.map((type) => {
        const Icon = icons[type]
        return (
          <label key={type} className={css.typeOption}>
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
