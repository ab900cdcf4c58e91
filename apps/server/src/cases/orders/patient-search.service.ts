import { type RawBuilder, sql } from 'kysely'
import { escapeLike, parseSearch, searchConditions } from '../../platform/db/text-search.ts'
import { orderText } from './order-search.service.ts'

/**
 * Condition that the patient's name of `o` contains all words, using the indexes of the order list.
 * @returns undefined without words
 */
export function patientCondition(words: string): RawBuilder<boolean> | undefined {
  const terms = parseSearch(words)
  if (terms.length === 0) return undefined
  const patterns = terms.map(({ text }) => `%${escapeLike(text).toLowerCase()}%`)
  // The indexes cover name, doctor and number together, so the name is checked again.
  const inName = sql<boolean>`lower(o.patient_name) like all (${patterns}::text[])`
  return sql<boolean>`${sql.join([...searchConditions(orderText, terms), inName], sql` and `)}`
}
