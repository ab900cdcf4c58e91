import { useTexts } from '../frame/i18n.tsx'
import css from './DataTable.module.css'

/** The selected rows of a page. `hasAll`: all rows of the page are selected. */
export type Selection = {
  readonly has: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly count: number
  readonly hasAll: boolean
  readonly toggleAll: () => void
}

/** Returns the selection of rows, undefined if rows can't be selected. @param ids the rows of the page */
export function selectionOf(
  ids: readonly string[],
  { selected = [], onSelect }: { selected?: readonly string[]; onSelect?: (ids: string[]) => void },
): Selection | undefined {
  if (!onSelect) return undefined
  const hasAll = ids.length > 0 && ids.every((id) => selected.includes(id))
  return {
    has: (id) => selected.includes(id),
    toggle: (id) =>
      onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]),
    count: selected.length,
    hasAll,
    toggleAll: () => onSelect(hasAll ? [] : [...ids]),
  }
}

/** A checkbox without a label beside it. A list has one in each row, and this one renders much faster than that of Mantine. */
export function BareCheckbox(props: {
  name: string
  isChecked: boolean
  isPartly?: boolean
  isDisabled?: boolean
  onToggle: () => void
}) {
  const { isPartly = false } = props
  return (
    <input
      ref={(input) => {
        if (input) input.indeterminate = isPartly
      }}
      type="checkbox"
      className={css.checkbox}
      aria-label={props.name}
      disabled={props.isDisabled}
      checked={props.isChecked}
      onChange={props.onToggle}
    />
  )
}

/** The checkbox that selects all rows of the page. */
export function SelectAll(
  props: Pick<Selection, 'count' | 'hasAll' | 'toggleAll'> & { isDisabled?: boolean },
) {
  const { count, hasAll, toggleAll, isDisabled = false } = props
  const t = useTexts('ui.table')
  return (
    <span title={t('selectAll')}>
      <BareCheckbox
        name={t('selectAll')}
        isDisabled={isDisabled}
        isChecked={hasAll}
        isPartly={count > 0 && !hasAll}
        onToggle={toggleAll}
      />
    </span>
  )
}
