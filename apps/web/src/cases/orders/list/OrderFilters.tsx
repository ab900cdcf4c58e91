import { dueKinds, orderSorts, orderStatuses, orderTasks, reviewStates } from '@pontic/contract'
import { useRead } from '../../../frame/api.ts'
import { useTexts } from '../../../frame/i18n.tsx'
import { isId, oneOf, upTo } from '../../../frame/search-checks.ts'
import { ChoiceChip } from '../../../ui/FilterChips.tsx'
import { type ChipProps, type Filters, firstPage, useTextOf } from '../../../ui/list.ts'
import { choiceFilter, dayRangeFilter, optionFilter, searchFilter } from '../../../ui/list-filters.tsx'
import { OrderTypeIcon, orderTypeList } from '../OrderType.tsx'
import { reviewTexts, taskTitles } from '../task-titles.ts'
import { useTechnicianOptions } from '../technicians/use-technicians.ts'
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
  // A group of the home page, which links to its cases.
  task: { ...valueFilter('task', orderTasks), Chip: TaskChip, isClearable: true },
  waitsForMe: { address: 'waiting', isValid: oneOf('me'), toValue: () => true, isClearable: true },
  types: { ...type, toValue: (text) => [type.toValue(text)] },
  partnerId: optionFilter('partner', 'orders.filter.partner', () => {
    const partners = useRead('partners.listOptions', {})
    const options = partners.data?.list.map((one) => ({ value: one.organizationId, label: one.name }))
    return options && options.length > 0 ? options : undefined
  }),
  technicianId: {
    ...optionFilter('technician', 'orders.columns.technician', useTechnicianOptions),
    isValid: (text) => text === 'me' || text === 'none' || isId(text),
  },
  reviewState: { ...valueFilter('review', reviewStates), Chip: ReviewChip, isClearable: true },
  sort: { ...valueFilter('sort', orderSorts), Chip: SortChip, isOrder: true },
  direction: { ...valueFilter('direction', directions), isOrder: true },
  deliveryFrom,
  deliveryTo,
  createdFrom,
  createdTo,
  status: valueFilter('status', orderStatuses),
}

/** The filters that a board offers. */
export const boardFilters = {
  filters: {
    types: orderFilters.types,
    partnerId: orderFilters.partnerId,
    technicianId: orderFilters.technicianId,
  },
}

/** The query keys of the page's address that are not filters. */
export const orderAddress = {
  /** Shows a laboratory's board instead of the table. */
  layout: oneOf('day', 'status', 'technician'),
  /** Groups the rows by day. */
  group: oneOf('day'),
  /** The chosen saved view, or the drafts of new cases. */
  view: (text: string) => text === draftsView || isId(text),
  /** `case` opens the dialog for a new case; the id of a draft opens that draft. */
  new: upTo(40),
}

/** Sort columns that are named after their column. */
const columnTexts = {
  patientName: 'common.label.patient',
  status: 'common.label.status',
  type: 'common.label.type',
  partner: 'orders.filter.partner',
} as const
const offeredSorts = [
  'createdAt',
  'updatedAt',
  'deliveryOn',
  'number',
  'patientName',
  'status',
  'type',
  'partner',
] as const

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

/** The group of the home page whose cases are shown; empty without it. */
function TaskChip({ value, onSearch }: ChipProps) {
  const t = useTextOf()
  const filters = useTexts('orders.filter')
  return value === undefined ? null : (
    <ChoiceChip
      label={filters('attention')}
      options={orderTasks
        .filter((task) => task === value)
        .map((task) => ({ value: task, label: t(taskTitles[task]) }))}
      value={value}
      onChange={(next) => onSearch({ ...firstPage, task: next })}
    />
  )
}

/** Filters by the state of the design review. */
function ReviewChip({ value, onSearch }: ChipProps) {
  const t = useTextOf()
  return (
    <ChoiceChip
      label={t('review.title')}
      options={reviewStates
        .filter((state) => state !== 'none')
        .map((state) => ({ value: state, label: t(reviewTexts[state]) }))}
      value={value}
      onChange={(next) => onSearch({ ...firstPage, review: next })}
    />
  )
}

/** Sorts the list on phones and tablets, where some sortable columns have no header. */
function SortChip({ search, onSearch }: ChipProps) {
  const t = useTexts('orders')
  const common = useTexts('common')
  const all = useTexts()
  if (!useIsTablet()) return null
  const orders = offeredSorts.flatMap((sort) => directions.map((direction) => ({ sort, direction })))
  const labelOf = (sort: (typeof offeredSorts)[number], direction: (typeof directions)[number]) => {
    if (sort in columnTexts) {
      const name = all(columnTexts[sort as keyof typeof columnTexts])
      return `${name} ${direction === 'ascending' ? '↑' : '↓'}`
    }
    return t(`sorts.${sort as Exclude<typeof sort, keyof typeof columnTexts>}.${direction}`)
  }
  return (
    <ChoiceChip
      label={common('label.sortBy')}
      options={orders.map(({ sort, direction }) => ({
        value: `${sort} ${direction}`,
        label: labelOf(sort, direction),
      }))}
      value={search.sort && `${search.sort} ${search.direction ?? 'descending'}`}
      onChange={(value) => {
        const [sort, direction] = value?.split(' ') ?? []
        onSearch({ ...firstPage, sort, direction })
      }}
    />
  )
}
