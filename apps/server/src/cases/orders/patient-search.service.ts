import { type RawBuilder, sql } from 'kysely'
import { escapeLike, readSearch, searchConditions } from '../../platform/db/text-search.ts'
import { orderText } from './order-search.service.ts'

/**
 * The condition that all words are found in the patient's name of `o`, by the indexes of the case list.
 * @returns undefined where there is no word
 */
export function patientCondition(words: string): RawBuilder<boolean> | undefined {
  const terms = readSearch(words)
  if (terms.length === 0) return undefined
  const patterns = terms.map(({ text }) => `%${escapeLike(text).toLowerCase()}%`)
  // The indexes are over name, doctor and number together: the name is looked at behind them.
  const inName = sql<boolean>`lower(o.patient_name) like all (${patterns}::text[])`
  return sql<boolean>`${sql.join([...searchConditions(orderText, terms), inName], sql` and `)}`
}
