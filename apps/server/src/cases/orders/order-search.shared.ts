import { type RawBuilder, sql } from 'kysely'
import {
  escapeLike,
  parseSearch,
  type SearchedText,
  type SearchTerm,
  searchConditions,
} from '../../platform/db/text-search.ts'

/** The searched text of an order `o`: the patient's and the doctor's name and the number. */
export const orderText: SearchedText = { text: sql.raw('o.search_text'), pairs: sql.raw('o.search_pairs') }

/**
 * Condition that the number of `o` contains all terms. After an order was withdrawn from a laboratory, the laboratory can
 * find it only by its number.
 */
export function numberCondition(terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const patterns = terms.map((term) => `%${escapeLike(term.text).toLowerCase()}%`)
  return sql<boolean>`lower(o.number) like all (${patterns}::text[])`
}

/**
 * Condition that the patient's name of `o` contains all words, using the indexes of the order list.
 * @returns undefined without words
 */
export function patientCondition(words: string): RawBuilder<boolean> | undefined {
  const terms = parseSearch(words)
  if (terms.length === 0) return undefined
  const patterns = terms.map(({ text }) => `%${escapeLike(text).toLowerCase()}%`)
  // The index also matches doctor and number, so the name is checked again.
  const inName = sql<boolean>`lower(o.patient_name) like all (${patterns}::text[])`
  return sql<boolean>`${sql.join([...searchConditions(orderText, terms), inName], sql` and `)}`
}
