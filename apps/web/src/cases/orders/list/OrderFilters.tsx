import { dueKinds, orderSorts, orderStatuses } from '@pontic/contract'
import { useRead } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { isId, oneOf, upTo } from '../../../frame/search-checks.ts'
import { ChoiceChip } from '../../../ui/FilterChips.tsx'
import { type ChipProps, type Filters, firstPage } from '../../../ui/list.ts'
import { choiceFilter, dayRangeFilter, optionFilter, searchFilter } from '../../../ui/list-filters.tsx'
import { OrderTypeIcon, orderTypeList } from '../OrderType.tsx'
import { draftsView } from './drafts-view.ts'
import { useIsTablet } from './order-columns.tsx'

const type = choiceFilter('type', orderTypeList, 'common.label.type', 'order.type.', ({ value }) => (
  <OrderTypeIcon type={value} />
))

const [deliveryFrom, deliveryTo] = dayRangeFilter('deliveryFrom', 'deliveryTo', 'orders.columns.deliveryOn', [
  { label: 'orders.filter.late', to: -1 },
  { label: 'common.label.today', from: 0, to: 0 },
  { label: 'orders.filter.next7', from: 0, to: 7 },
])
const [createdFrom, createdTo] = dayRangeFilter('createdFrom', 'createdTo', 'common.label.createdAt', [
  { label: 'common.label.today', from: 0, to: 0 },
  { label: 'common.label.last7Days', from: -6, to: 0 },
  { label: 'common.label.last30Days', from: -29, to: 0 },
])

const directions = ['descending', 'ascending'] as const

const valueFilter = <Value extends string>(address: string, values: readonly Value[]) => ({
  address,
  isValid: oneOf(...values),
  // The text is one of the values, because the address is checked.
  toValue: (text: string) => text as Value,
})

/** The filters of the case list. `status` has no chip, because the tiles with the counts filter by status. */
export const orderFilters: Filters<'orders.list'> = {
  words: searchFilter('orders.search'),
  due: { ...valueFilter('due', dueKinds), Chip: AttentionChip, isClearable: true },
  // Cases with a question that the user's party has to answer.
  waitsForMe: { address: 'waiting', isValid: oneOf('me'), toValue: () => true, isClearable: true },
  types: { ...type, toValue: (text) => [type.toValue(text)] },
  partnerId: optionFilter('partner', 'orders.filter.partner', () => {
    const partners = useRead('partners.listOptions', {})
    const options = partners.data?.list.map((one) => ({ value: one.organizationId, label: one.name }))
    return options && options.length > 0 ? options : undefined
  }),
  sort: { ...valueFilter('sort', orderSorts), Chip: SortChip, isOrder: true },
  direction: { ...valueFilter('direction', directions), isOrder: true },
  deliveryFrom,
  deliveryTo,
  createdFrom,
  createdTo,
  status: valueFilter('status', orderStatuses),
}

/** The filters that a board offers. */
export const boardFilters = { filters: { types: orderFilters.types, partnerId: orderFilters.partnerId } }

/** The query keys of the page's address that are not filters. */
export const orderAddress = {
  /** Shows a laboratory's board instead of the table. */
  layout: oneOf('day', 'status'),
  /** The chosen saved view, or the drafts of new cases. */
  view: (text: string) => text === draftsView || isId(text),
  /** `case` opens the dialog for a new case; the id of a draft opens that draft. */
  new: upTo(40),
}

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

/** Sorts the list on phones and tablets, where some sortable columns have no header. */
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
