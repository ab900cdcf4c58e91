/** Returns the keys of an object with their literal types. Use it only for objects without keys beyond their type. */
export const keysOf = <Table extends object>(table: Table) =>
  Object.keys(table) as Extract<keyof Table, string>[]
