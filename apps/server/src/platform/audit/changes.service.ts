/** What a change did, as the audit keeps it: values that differ, and names of fields whose values it does not keep. */
export type Changes = {
  before?: Readonly<Record<string, unknown>>
  after?: Readonly<Record<string, unknown>>
  withheld?: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

const textOf = (value: unknown) => JSON.stringify(value ?? null)

/**
 * Compares what was with what is.
 * @param after only these fields are compared; undefined stays as it was
 * @param withheld fields that name a person or a patient, or are too long: that they changed is kept, their values are
 *   not, because the log cannot forget
 * @returns nothing where nothing differs
 */
export function changesOf(before: Fields, after: Fields, withheld: readonly string[] = []): Changes {
  const changed = Object.keys(after).filter(
    (field) => after[field] !== undefined && textOf(after[field]) !== textOf(before[field]),
  )
  const told = changed.filter((field) => !withheld.includes(field))
  const hidden = changed.filter((field) => withheld.includes(field)).sort()
  const pick = (fields: Fields) => Object.fromEntries(told.map((field) => [field, fields[field] ?? null]))
  return {
    ...(told.length > 0 ? { before: pick(before), after: pick(after) } : {}),
    ...(hidden.length > 0 ? { withheld: hidden } : {}),
  }
}
