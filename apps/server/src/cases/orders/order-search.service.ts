import { type RawBuilder, sql } from 'kysely'
import { escapeLike, type SearchedText, type SearchTerm } from '../../platform/db/text-search.ts'

/** The searched text of an order `o`: the patient's and the doctor's name and the number. */
export const orderText: SearchedText = { text: sql.raw('o.search_text'), pairs: sql.raw('o.search_pairs') }

/**
 * Condition that the number of `o` contains all terms: the only searchable field of an order withdrawn from a
 * laboratory.
 */
export function numberCondition(terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const patterns = terms.map((term) => `%${escapeLike(term.text).toLowerCase()}%`)
  return sql<boolean>`lower(o.number) like all (${patterns}::text[])`
}
