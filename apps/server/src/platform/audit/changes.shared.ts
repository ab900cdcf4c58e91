/**
 * Changed fields of an object for its audit entry: the values before and after, and the names of fields whose values are
 * withheld.
 */
export type Changes = {
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
  withheld?: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

const textOf = (value: unknown) => JSON.stringify(value ?? null)

/**
 * Compares two states of an object and returns the changed fields.
 * @param after only these fields are compared; undefined means unchanged
 * @param withheld fields whose values identify a person or are too long. The audit row has the names of these
 *   fields and never their values, because audit rows cannot be erased
 * @returns an empty object if nothing differs
 */
export function changesOf(before: Fields, after: Fields, withheld: readonly string[] = []): Changes {
  const changed = Object.keys(after).filter(
    (field) => after[field] !== undefined && textOf(after[field]) !== textOf(before[field]),
  )
  const recordable = changed.filter((field) => !withheld.includes(field))
  const withheldNames = changed.filter((field) => withheld.includes(field)).sort()
  const pick = (fields: Fields) =>
    Object.fromEntries(recordable.map((field) => [field, fields[field] ?? null]))
  return {
    ...(recordable.length > 0 ? { before: pick(before), after: pick(after) } : {}),
    ...(withheldNames.length > 0 ? { withheld: withheldNames } : {}),
  }
}
