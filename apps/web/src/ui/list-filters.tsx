import type { MessageKey } from '@pontic/messages'
import { memo, type ReactNode } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { isDay, isId, oneOf, upTo } from '../frame/search-checks.ts'
import { DayRangeChip } from './DayRangeChip.tsx'
import css from './FilterChips.module.css'
import { ChoiceChip, type FilterOption, SearchField } from './FilterChips.tsx'
import {
  type AnyList,
  type FilterRow,
  filterRows,
  firstPage,
  type ListSearch,
  type SetListSearch,
  useTextOf,
  type View,
} from './list.ts'

/** Creates a filter by a search text, with a search field. */
export const searchFilter = (label: MessageKey, lengthMax = 100): FilterRow<string> => ({
  address: 'words',
  isValid: upTo(lengthMax),
  toValue: (text) => text,
  Chip: ({ value, onSearch }) => (
    <SearchField
      label={useTextOf()(label)}
      value={value ?? ''}
      onChange={(next) => onSearch({ words: next || undefined, ...firstPage }, { replace: true })}
    />
  ),
})

/**
 * Creates a filter by one of several fixed values.
 * @param texts prefix of the message keys of the values, with the final dot: `order.status.`
 * @param Shape component that renders the icon of a value
 */
export function choiceFilter<Value extends string | number, Group extends string>(
  address: string,
  values: readonly Value[],
  label: MessageKey,
  texts: Group & (`${Group}${Value}` extends MessageKey ? unknown : never),
  Shape?: View<{ value: Value }>,
): FilterRow<Value> {
  const useOptions = () => {
    const t = useTextOf()
    return values.map((value) => ({
      value: String(value),
      label: t(`${texts}${value}` as MessageKey),
      ...(Shape ? { shape: <Shape value={value} /> } : {}),
    }))
  }
  return {
    ...optionFilter(address, label, useOptions),
    isValid: oneOf(...values.map(String)),
    toValue: (text) => values.find((value) => String(value) === text) as Value,
  }
}

/** Creates a filter whose options come from a hook. @param useOptions returns undefined to hide the chip */
export const optionFilter = (
  address: string,
  label: MessageKey,
  useOptions: (value: string | undefined) => readonly FilterOption[] | undefined,
): FilterRow<string> => ({
  address,
  isValid: isId,
  toValue: (text) => text,
  isClearable: true,
  Chip: ({ value, onSearch }) => {
    const t = useTextOf()
    const options = useOptions(value)
    return (
      options && (
        <ChoiceChip
          label={t(label)}
          options={options}
          value={value}
          onChange={(next) => onSearch({ [address]: next, ...firstPage })}
        />
      )
    )
  },
})

type Preset = { readonly label: MessageKey; readonly from?: number; readonly to?: number }

/** Creates the two filters of a range of days, the first and the last day. One chip changes both. */
export function dayRangeFilter(from: string, to: string, label: MessageKey, presets: readonly Preset[]) {
  const day = { isValid: isDay, toValue: (text: string) => text }
  const Chip: FilterRow<string>['Chip'] = ({ search, onSearch }) => {
    const t = useTextOf()
    return (
      <DayRangeChip
        label={t(label)}
        range={{ from: search[from], to: search[to] }}
        presets={presets.map((preset) => ({ ...preset, label: t(preset.label) }))}
        onChange={(range) => onSearch({ [from]: range.from, [to]: range.to, ...firstPage })}
      />
    )
  }
  return [
    { ...day, address: from, Chip },
    { ...day, address: to },
  ] as const
}

/**
 * The search field and the filters of a list in one line. It renders again only when a filter changes, and not with each page.
 * @param props.start content before the search field
 */
export const FilterBar = memo(function Filters(props: {
  list: AnyList
  search: ListSearch
  onSearch: SetListSearch
  start?: ReactNode
}) {
  const { list, search, onSearch } = props
  const t = useTexts('ui.filter')
  const rows = filterRows(list)
  const used = rows.filter((row) => row.isClearable && search[row.address] !== undefined)
  return (
    <search className="filters" aria-label={t('label')}>
      {props.start}
      {rows.map(
        ({ address, Chip }) =>
          Chip && <Chip key={address} value={search[address]} search={search} onSearch={onSearch} />,
      )}
      {used.length > 1 && (
        <button
          type="button"
          className={css.chipClear}
          onClick={() =>
            onSearch({ ...Object.fromEntries(used.map(({ address }) => [address, undefined])), ...firstPage })
          }
        >
          {t('clearAll')}
        </button>
      )}
    </search>
  )
})
