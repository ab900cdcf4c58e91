import type { RawBuilder } from 'kysely'

/** A condition of a statement. */
export type Condition = RawBuilder<boolean>

type Given<Value> = Exclude<Value, null | undefined | false | ''>

/**
 * The SQL of each filter that a list takes; the compiler refuses a filter without a row. `null`: no condition of this
 * statement.
 */
export type FilterConditions<Filter> = {
  readonly [Field in keyof Filter]-?:
    | ((value: Given<Filter[Field]>) => Condition | readonly Condition[])
    | null
}

/** Whether a filter is set: null, undefined, false, an empty text and an empty list are not. */
export const isSet = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : value !== null && value !== undefined && value !== false && value !== ''

/** The conditions of the filters that are set, in the order of the rows. */
export function toConditions<Filter extends object>(
  rows: FilterConditions<Filter>,
  filter: Filter,
): Condition[] {
  return (Object.keys(rows) as (keyof Filter)[]).flatMap((field) => {
    const value = filter[field]
    return isSet(value) ? (rows[field]?.(value as Given<Filter[keyof Filter]>) ?? []) : []
  })
}
