import * as z from 'zod/mini'

/** Order types by their numbers (requirement 3.order.type). */
export const orderTypes = { restoration: 0, orthodontics: 1, implant: 2, removable: 7 } as const

/** Type of a case: 0 restoration, 1 orthodontics, 2 implant, 7 removable denture. It decides the shape of the prescription. */
export const OrderType = z.enum(orderTypes)
export type OrderType = z.output<typeof OrderType>

/** First letter of an order number, by type (rules §2). */
export const orderNumberLetters = { 0: 'C', 1: 'O', 2: 'I', 7: 'D' } as const satisfies Record<
  OrderType,
  string
>
