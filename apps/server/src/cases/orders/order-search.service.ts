import { type RawBuilder, sql } from 'kysely'
import { escapeLike, type SearchedText, type SearchTerm } from '../../platform/db/text-search.ts'

/** Where the case list searches: in the patient's and the doctor's name and the number of `o`. */
export const orderText: SearchedText = { text: sql.raw('o.search_text'), pairs: sql.raw('o.search_pairs') }

/** Condition that all terms are found in the number of `o`: all that a lab may search of an order taken from it. */
export function numberCondition(terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const patterns = terms.map((term) => `%${escapeLike(term.text).toLowerCase()}%`)
  return sql<boolean>`lower(o.number) like all (${patterns}::text[])`
}
