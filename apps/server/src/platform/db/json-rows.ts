import { type RawBuilder, sql } from 'kysely'

/** Returns the SQL of a query's rows as a JSON array, in the order of the query. Times are as `isoOfJsonTime` expects them. */
export const rowsAsJson = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(found), '[]') from (${query}) found)`

/** Returns the SQL of the only row of a query as a JSON object, null without a row. */
export const rowAsJson = (query: RawBuilder<unknown>) =>
  sql`(select row_to_json(found) from (${query}) found)`

/**
 * Converts the text of a timestamptz in PostgreSQL's JSON, in UTC, to the format of all replies:
 * `2026-11-21T14:49:12.5+00:00` → `2026-11-21T14:49:12.500000Z`.
 */
export function isoOfJsonTime(text: string): string {
  const fraction = text.slice('2026-11-21T14:49:12.'.length, -'+00:00'.length)
  return `${text.slice(0, '2026-11-21T14:49:12'.length)}.${fraction.padEnd(6, '0')}Z`
}
