import { type OrderType, orderTypes } from '@pontic/contract'
import type { ComponentType } from 'react'
import { IconBracket, IconCrown, IconDenture, IconImplant } from '../../ui/dental-icons.tsx'
import type { IconProps } from '../../ui/icon.tsx'

/** The icons of the order types. */
export const orderTypeIcons = {
  [orderTypes.restoration]: IconCrown,
  [orderTypes.orthodontics]: IconBracket,
  [orderTypes.implant]: IconImplant,
  [orderTypes.removable]: IconDenture,
} as const satisfies Record<OrderType, ComponentType<IconProps>>
