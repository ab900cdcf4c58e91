import { foldText } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Bind, bindForCustomPlan } from '../../platform/db/bound-values.ts'
import {
  escapeLike,
  parseSearch,
  type SearchedText,
  type SearchTerm,
  scanPatterns,
  searchConditions,
} from '../../platform/db/text-search.ts'

const searched: SearchedText = { text: sql.raw('s.text'), pairs: sql.raw('s.pairs') }

/**
 * Condition that an order `o` contains all terms in its number, the patient's or the doctor's name.
 * @param within conditions on the row `s` of `order_search`, which has the order's clinic and laboratory. Its index finds
 *   them together with the words
 * @param isOrderedScan true if the terms are frequent: each order of a sorted list is looked up and compared
 */
export function searchCondition(
  terms: readonly SearchTerm[],
  within: readonly RawBuilder<boolean>[],
  isOrderedScan = false,
): RawBuilder<boolean> {
  const words = sql.join(searchConditions(searched, terms), sql` and `)
  if (isOrderedScan)
    // A scalar subquery stays a lookup by key. The planner could turn EXISTS into a scan of all texts.
    return sql<boolean>`coalesce((select ${words} from order_search s where s.order_id = o.id), false)`
  const found = sql.join([...within, words], sql` and `)
  return sql<boolean>`o.id in (select s.order_id from order_search s where ${found})`
}

/** Conditions that a row `s` of `order_search` contains all terms. */
export const indexedWords = (terms: readonly SearchTerm[], bind: Bind): RawBuilder<boolean>[] =>
  searchConditions(searched, terms, false, bind)

/** Condition that an order `o` contains all terms, computed from its columns without a search index. */
export function scannedWords(terms: readonly SearchTerm[]): RawBuilder<boolean> {
  const { words, pairs, characters } = scanPatterns(terms)
  const lowered = (patterns: readonly string[]) =>
    sql`array(select lower(pattern) from unnest(${patterns}::text[]) pattern)`
  const conditions: RawBuilder<boolean>[] = []
  if (words.length > 0)
    conditions.push(
      sql`(' ' || fold_text(o.number || ' ' || o.patient_name || ' ' || o.doctor)) like all (${lowered(words)})`,
    )
  if (pairs.length > 0)
    conditions.push(
      // Compared first, because removing the white space is slow.
      sql`fold_text(o.patient_name || ' ' || o.doctor) like all (${lowered(characters)})`,
      sql`regexp_replace(fold_text(o.patient_name || ' ' || o.doctor), '\\s', '', 'g') like all (${lowered(pairs)})`,
    )
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/**
 * Condition that the number of `o` contains all terms. After an order was withdrawn from a laboratory, the laboratory can
 * find it only by its number.
 */
export function numberCondition(terms: readonly SearchTerm[], bind = bindForCustomPlan): RawBuilder<boolean> {
  const patterns = terms.map((term) => `%${escapeLike(term.text).toLowerCase()}%`)
  return sql<boolean>`lower(o.number) like all (${bind(patterns, 'text[]')})`
}

/**
 * Condition that the patient's name of an order `o` of a clinic contains all words, using the index of the search.
 * @returns undefined without words
 */
export function patientCondition(words: string, clinicId: string): RawBuilder<boolean> | undefined {
  const terms = parseSearch(foldText(words))
  if (terms.length === 0) return undefined
  const patterns = terms.map(({ text }) => `%${escapeLike(text).toLowerCase()}%`)
  // The index also matches doctor and number, so the name is checked again.
  const inName = sql<boolean>`fold_text(o.patient_name) like all (${patterns}::text[])`
  return sql<boolean>`${searchCondition(terms, [sql<boolean>`s.clinic_id = ${clinicId}`])} and ${inName}`
}
