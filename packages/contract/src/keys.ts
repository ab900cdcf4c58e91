/** The keys of a table, typed: for objects whose type lists all their keys, as literals do. */
export const keysOf = <Table extends object>(table: Table) =>
  Object.keys(table) as Extract<keyof Table, string>[]
