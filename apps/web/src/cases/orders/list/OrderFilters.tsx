import { dueKinds, Id, type OrderType, orderSorts, orderStatuses } from '@pontic/contract'
import * as z from 'zod/mini'
import { useRead } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { ChoiceChip } from '../../../ui/FilterChips.tsx'
import { type ChipProps, type Filters, firstPage } from '../../../ui/list.ts'
import { choice, days, picked, words } from '../../../ui/list-filters.tsx'
import { TypePicture, typeList } from '../OrderType.tsx'
import { useIsTablet } from './order-columns.tsx'

const type = choice('type', typeList, 'common.label.type', 'order.type', ({ value }) => (
  <TypePicture type={value} />
))

const [deliveryFrom, deliveryTo] = days('deliveryFrom', 'deliveryTo', 'orders.columns.deliveryOn', [
  { label: 'orders.filter.late', to: -1 },
  { label: 'common.label.today', from: 0, to: 0 },
  { label: 'orders.filter.next7', from: 0, to: 7 },
])
const [createdFrom, createdTo] = days('createdFrom', 'createdTo', 'common.label.createdAt', [
  { label: 'common.label.today', from: 0, to: 0 },
  { label: 'common.label.last7Days', from: -6, to: 0 },
  { label: 'common.label.last30Days', from: -29, to: 0 },
])

const directions = ['descending', 'ascending'] as const

/** The filters of the case list; the figures above it filter the status. */
export const orderFilters: Filters<'orders.list'> = {
  words: words('orders.search'),
  due: {
    address: 'due',
    schema: z.enum(dueKinds),
    toValue: (text) => text as (typeof dueKinds)[number],
    Chip: AttentionChip,
    isSwitch: true,
  },
  // The cases in which the reader's side has the next word.
  waitsForMe: { address: 'waiting', schema: z.literal('me'), toValue: () => true, isSwitch: true },
  types: { ...type, toValue: (text) => [type.toValue(text)] as OrderType[] },
  partnerId: picked('partner', 'orders.filter.partner', () => {
    const partners = useRead('partners.listOptions', {})
    const options = partners.data?.list.map((one) => ({ value: one.organizationId, label: one.name }))
    return options && options.length > 0 ? options : undefined
  }),
  sort: {
    address: 'sort',
    schema: z.enum(orderSorts),
    toValue: (text) => text as (typeof orderSorts)[number],
    Chip: SortChip,
    isOrder: true,
  },
  direction: {
    address: 'direction',
    schema: z.enum(directions),
    toValue: (text) => text as (typeof directions)[number],
    isOrder: true,
  },
  deliveryFrom,
  deliveryTo,
  createdFrom,
  createdTo,
  status: {
    address: 'status',
    schema: z.enum(orderStatuses),
    toValue: (text) => text as (typeof orderStatuses)[number],
  },
}

/** A board has its own days and order: only the type and the partner narrow it down. */
export const boardFilters = { filters: { types: orderFilters.types, partnerId: orderFilters.partnerId } }

/** What the page has in its address beside the list. */
export const orderAddress = {
  /** A laboratory's board instead of the table. */
  layout: z.enum(['day', 'status']),
  /** The saved view that was chosen last. */
  view: Id,
  /** `case` opens the dialog for a new case, the id of a draft opens that draft. */
  new: z.string().check(z.maxLength(40)),
}

// What needs a look: where one's own side has the next word, and what the delivery day says.
const attentions = ['me', ...dueKinds] as const

function AttentionChip({ search, onSearch }: ChipProps) {
  const t = useTexts('orders.filter')
  return (
    <ChoiceChip
      label={t('attention')}
      options={attentions.map((value) => ({ value, label: t(`attentions.${value}`) }))}
      value={search.waiting ?? search.due}
      onChange={(value) =>
        onSearch({
          ...firstPage,
          waiting: value === 'me' ? value : undefined,
          due: value === 'me' ? undefined : value,
        })
      }
    />
  )
}

/** The order of the list as a chip, for phones and tablets, where there are no heads to press. */
function SortChip({ search, onSearch }: ChipProps) {
  const t = useTexts('orders')
  const common = useTexts('common')
  if (!useIsTablet()) return null
  const orders = orderSorts.flatMap((sort) => directions.map((direction) => ({ sort, direction })))
  return (
    <ChoiceChip
      label={common('label.sortBy')}
      options={orders.map(({ sort, direction }) => ({
        value: `${sort} ${direction}`,
        label: t(`sorts.${sort}.${direction}`),
      }))}
      value={search.sort && `${search.sort} ${search.direction ?? 'descending'}`}
      onChange={(value) => {
        const [sort, direction] = value?.split(' ') ?? []
        onSearch({ ...firstPage, sort, direction })
      }}
    />
  )
}
