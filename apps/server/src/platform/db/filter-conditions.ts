import type { RawBuilder } from 'kysely'

/** A condition of a statement. */
export type Condition = RawBuilder<boolean>

type SetValue<Value> = Exclude<Value, null | undefined | false | ''>

/**
 * The SQL condition of each filter of a list. The type requires an entry for every filter. `null` marks a filter that adds no
 * condition to this statement.
 */
export type FilterConditions<Filter> = {
  readonly [Field in keyof Filter]-?:
    | ((value: SetValue<Filter[Field]>) => Condition | readonly Condition[])
    | null
}

/** Whether a filter is set. Null, undefined, false, an empty text and an empty list count as not set. */
export const isSet = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value !== null && value !== undefined && value !== false && value !== ''

/** Returns the conditions of the filters that are set, in the order of `conditions`. */
export function toConditions<Filter extends object>(
  conditions: FilterConditions<Filter>,
  filter: Filter,
): Condition[] {
  return (Object.keys(conditions) as (keyof Filter)[]).flatMap((field) => {
    const value = filter[field]
    return isSet(value) ? (conditions[field]?.(value as SetValue<Filter[keyof Filter]>) ?? []) : []
  })
}
