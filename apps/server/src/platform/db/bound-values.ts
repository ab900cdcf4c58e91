import { type RawBuilder, sql } from 'kysely'

/** A type of values that statements bind. */
export type BoundType = 'date' | 'text' | 'text[]' | 'timestamptz' | 'uuid'

/** Returns the SQL of a value of a statement. A null value needs a type that PostgreSQL cannot infer, so each value has one. */
export type Bind = (value: string | null | readonly string[], type: BoundType) => RawBuilder<unknown>

/**
 * Binds a value as a parameter. PostgreSQL compares the cost of a plan for this value with that of a generic plan, and plans the
 * statement at every execution while the generic plan looks more expensive.
 */
export const bindForCustomPlan: Bind = (value, type) => sql`${value}::${sql.raw(type)}`

/**
 * Binds a value as an uncorrelated subquery. The planner cannot look into it, so a plan for this value costs as much as the
 * generic plan, and a connection uses the generic plan from the sixth execution on (decision 0053). Only for statements in
 * which the same plan is right for every value, because one index returns the rows in order.
 */
export const bindForGenericPlan: Bind = (value, type) => {
  const typeName = sql.raw(type)
  // Without the second cast, `like all` would compare with the rows of the subquery instead of the items of its array.
  return sql`(select ${value}::${typeName})::${typeName}`
}
