import {
  Day,
  type DueKind,
  dueKinds,
  Id,
  limits,
  type OrderQuery,
  type OrderSort,
  type OrderStatus,
  type OrderType,
  type OrderView,
  orderSorts,
  orderStatuses,
  orderTypes,
} from '@pontic/contract'
import * as z from 'zod/mini'
import { firstPage, pagedShape } from '../../ui/paged-search.ts'

/** The query of `/order/list`: all that the list shows is in the address, so that it can be kept, shared and gone back to. */
export const ListSearch = z.object({
  status: z.optional(z.enum(orderStatuses)),
  type: z.optional(z.enum(Object.values(orderTypes).map(String))),
  partner: z.optional(Id),
  words: z.optional(z.string().check(z.maxLength(100))),
  createdFrom: z.optional(Day),
  createdTo: z.optional(Day),
  deliveryFrom: z.optional(Day),
  deliveryTo: z.optional(Day),
  due: z.optional(z.enum(dueKinds)),
  /** `me`: the cases in which the reader's side has the next word. */
  waiting: z.optional(z.literal('me')),
  /** A laboratory's board instead of the table. */
  layout: z.optional(z.enum(['day', 'status'])),
  /** The saved view that was chosen last. */
  view: z.optional(Id),
  sort: z.optional(z.enum(orderSorts)),
  direction: z.optional(z.enum(['ascending', 'descending'])),
  ...pagedShape,
  /** `case` opens the dialog for a new case, the id of a draft opens that draft. */
  new: z.optional(z.string().check(z.maxLength(40))),
})
export type ListSearch = z.output<typeof ListSearch>

/** The filters and the order that an address asks for. */
export function toOrderView(search: ListSearch): OrderView {
  return {
    status: (search.status ?? null) as OrderStatus | null,
    types: search.type === undefined ? [] : [Number(search.type) as OrderType],
    partnerId: search.partner ?? null,
    words: search.words ?? '',
    createdFrom: search.createdFrom ?? null,
    createdTo: search.createdTo ?? null,
    deliveryFrom: search.deliveryFrom ?? null,
    deliveryTo: search.deliveryTo ?? null,
    due: (search.due ?? null) as DueKind | null,
    waitsForMe: search.waiting === 'me',
    sort: (search.sort ?? 'createdAt') as OrderSort,
    direction: search.direction ?? 'descending',
  }
}

/** The call's body for a query of the address. */
export function toOrderQuery(search: ListSearch): OrderQuery {
  return {
    ...toOrderView(search),
    page: search.cursor === undefined ? 1 : (search.page ?? 2),
    pageSize: search.size ?? limits.pageSizeDefault,
    ...(search.cursor === undefined ? {} : { cursor: search.cursor }),
  }
}

/** What narrows the list down. */
const filterKeys = [
  'status',
  'type',
  'partner',
  'words',
  'createdFrom',
  'createdTo',
  'deliveryFrom',
  'deliveryTo',
  'due',
  'waiting',
] as const satisfies readonly (keyof ListSearch)[]

/** Whether anything narrows the list down. */
export function isNarrowed(search: ListSearch): boolean {
  return filterKeys.some((key) => search[key] !== undefined && search[key] !== '')
}

/** Takes every filter away. */
export const withoutFilters: Partial<ListSearch> = {
  ...firstPage,
  ...Object.fromEntries(filterKeys.map((key) => [key, undefined])),
}
