import { deliveryStates, pullStates, pushEvents } from '@pontic/contract'
import * as z from 'zod/mini'
import { pagedShape } from '../../ui/paged-search.ts'

/** The query of the address of a list of settings: words of the search, whether deleted ones are shown, page. */
export const SettingSearch = z.object({
  words: z.optional(z.string().check(z.maxLength(100))),
  shows: z.optional(z.enum(['deleted'])),
  ...pagedShape,
})
export type SettingSearch = z.output<typeof SettingSearch>

/** The query of the address of the log of deliveries. */
export const DeliverySearch = z.object({
  words: z.optional(z.string().check(z.maxLength(60))),
  setting: z.optional(z.uuid()),
  state: z.optional(z.enum(deliveryStates)),
  event: z.optional(z.enum(pushEvents)),
  ...pagedShape,
})
export type DeliverySearch = z.output<typeof DeliverySearch>

/** The query of the address of what pull settings have found. */
export const FoundSearch = z.object({
  setting: z.optional(z.uuid()),
  state: z.optional(z.enum(pullStates)),
  ...pagedShape,
})
export type FoundSearch = z.output<typeof FoundSearch>
