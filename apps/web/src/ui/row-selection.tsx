import { Checkbox } from '@mantine/core'
import { useTexts } from '../frame/i18n.tsx'

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

/** The checkbox that selects all rows of the page. */
export function SelectAll(
  props: Pick<Selection, 'count' | 'hasAll' | 'toggleAll'> & { isDisabled?: boolean },
) {
  const { count, hasAll, toggleAll, isDisabled } = props
  const t = useTexts('ui.table')
  return (
    <Checkbox
      aria-label={t('selectAll')}
      title={t('selectAll')}
      disabled={isDisabled ?? false}
      checked={hasAll}
      indeterminate={count > 0 && !hasAll}
      onChange={toggleAll}
    />
  )
}
