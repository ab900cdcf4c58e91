import { type DueKind, dueKinds, type OrderSort, orderSorts } from '@pontic/contract'
import { useRead } from '../../frame/api.ts'
import { useTexts } from '../../frame/i18n.tsx'
import { DayRangeChip } from '../../ui/DayRangeChip.tsx'
import { type Filter, FilterChips, SearchField } from '../../ui/FilterChips.tsx'
import { firstPage } from '../../ui/paged-search.ts'
import type { ListSearch } from './list-search.ts'
import { TypePicture, typeList } from './OrderType.tsx'
import { useIsTablet } from './order-columns.tsx'

type Change = (change: Partial<ListSearch>, options?: { replace?: boolean }) => void

/** The line of filters above the list: search, type, partner, days. The status is filtered by the figures above it. */
export function OrderFilters({ search, onChange }: { search: ListSearch; onChange: Change }) {
  const t = useTexts('orders')
  const common = useTexts('common')
  // A board has its own days and order: only the type and the partner narrow it down.
  const isBoard = search.layout !== undefined
  const filters = useFilters(search, onChange, isBoard)
  const sorts = useSortFilter(search, onChange)
  const isTablet = useIsTablet()
  if (isBoard) return <FilterChips filters={filters} />
  return (
    <FilterChips
      filters={isTablet ? [...filters, sorts] : filters}
      search={
        <SearchField
          label={t('search')}
          value={search.words ?? ''}
          onChange={(words) => onChange({ ...firstPage, words: words || undefined }, { replace: true })}
        />
      }
    >
      <DayRangeChip
        label={t('columns.deliveryOn')}
        range={{ from: search.deliveryFrom, to: search.deliveryTo }}
        presets={[
          { label: t('filter.late'), to: -1 },
          { label: common('label.today'), from: 0, to: 0 },
          { label: t('filter.next7'), from: 0, to: 7 },
        ]}
        onChange={({ from, to }) => onChange({ ...firstPage, deliveryFrom: from, deliveryTo: to })}
      />
      <DayRangeChip
        label={common('label.createdAt')}
        range={{ from: search.createdFrom, to: search.createdTo }}
        presets={[
          { label: common('label.today'), from: 0, to: 0 },
          { label: common('label.last7Days'), from: -6, to: 0 },
          { label: common('label.last30Days'), from: -29, to: 0 },
        ]}
        onChange={({ from, to }) => onChange({ ...firstPage, createdFrom: from, createdTo: to })}
      />
    </FilterChips>
  )
}

// What needs a look: where one's own side has the next word, and what the delivery day says.
const attentions = ['me', ...dueKinds] as const

function useFilters(search: ListSearch, onChange: Change, isBoard: boolean): Filter[] {
  const t = useTexts('orders.filter')
  const common = useTexts('common')
  const types = useTexts('order.type')
  const partners = useRead('partners.listOptions', {})
  const partnerFilter: Filter = {
    key: 'partner',
    label: t('partner'),
    options: (partners.data?.list ?? []).map((one) => ({ value: one.organizationId, label: one.name })),
    value: search.partner,
    onChange: (partner) => onChange({ ...firstPage, partner }),
  }
  const attention: Filter = {
    key: 'attention',
    label: t('attention'),
    options: attentions.map((value) => ({ value, label: t(`attentions.${value}`) })),
    value: search.waiting ?? search.due,
    onChange: (value) =>
      onChange({
        ...firstPage,
        waiting: value === 'me' ? 'me' : undefined,
        due: value === 'me' ? undefined : (value as DueKind | undefined),
      }),
  }
  const typeFilter: Filter = {
    key: 'type',
    label: common('label.type'),
    options: typeList.map((type) => ({
      value: String(type),
      label: types(`${type}`),
      shape: <TypePicture type={type} />,
    })),
    value: search.type,
    onChange: (type) => onChange({ ...firstPage, type }),
  }
  const filters = partnerFilter.options.length > 0 ? [typeFilter, partnerFilter] : [typeFilter]
  return isBoard ? filters : [attention, ...filters]
}

/** The order of the list as a chip, for phones and tablets, where there are no heads to press. */
function useSortFilter(search: ListSearch, onChange: Change): Filter {
  const t = useTexts('orders')
  const ways = orderSorts.flatMap((sort) =>
    (['descending', 'ascending'] as const).map((way) => ({ sort, way })),
  )
  return {
    key: 'sort',
    label: t('filter.sort'),
    options: ways.map(({ sort, way }) => ({
      value: `${sort} ${way}`,
      label: t(`sorts.${sort}.${way}`),
    })),
    value: search.sort && `${search.sort} ${search.direction ?? 'descending'}`,
    onChange: (value) => {
      const [sort, direction] = (value?.split(' ') ?? []) as [OrderSort?, ('ascending' | 'descending')?]
      onChange({ ...firstPage, sort, direction })
    },
  }
}
