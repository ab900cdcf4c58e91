import { foldText } from '@pontic/contract'
import { type RawBuilder, sql } from 'kysely'
import { type Bind, bindForCustomPlan, bindForGenericPlan } from '../../platform/db/bound-values.ts'
import {
  escapeLike,
  parseSearch,
  type SearchedText,
  type SearchTerm,
  scanPatterns,
  searchConditions,
} from '../../platform/db/text-search.ts'

/**
 * Returns how many characters of each term a search of all months compares with the index. The ends of two words are together in
 * few texts.
 */
export const comparedLength = (terms: readonly SearchTerm[]): number =>
  terms.filter(({ kind }) => kind === 'part').length > 1 ? 3 : 5

/** Characters of a term that a search of one month compares with the index. The matches are few, so fewer lists suffice. */
export const lengthInMonth = 3

/** The month of registration of a row `s` of `order_search` in UTC, as the search index has it. */
export const createdMonth = sql.raw(`date_trunc('month', s.created_at at time zone 'UTC')`)

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
  if (isOrderedScan) {
    const words = sql.join(searchConditions(searched, terms), sql` and `)
    // A scalar subquery stays a lookup by key. The planner could turn EXISTS into a scan of all texts.
    return sql<boolean>`coalesce((select ${words} from order_search s where s.order_id = o.id), false)`
  }
  const found = sql.join(
    [...within, ...narrowedWords(terms, comparedLength(terms), bindForCustomPlan)],
    sql` and `,
  )
  return sql<boolean>`o.id in (select s.order_id from order_search s where ${found})`
}

/** Conditions that a row `s` of `order_search` contains all terms, compared by the index in full length. */
export const indexedWords = (terms: readonly SearchTerm[], bind: Bind): RawBuilder<boolean>[] =>
  searchConditions(searched, terms, false, bind)

/**
 * Conditions that a row `s` of `order_search` contains all terms. The index finds only the last characters of each term, and the
 * rows that it finds are compared with all terms. Each trigram of a term is another list that the index has to read, and the
 * first trigrams of numbers are in most rows.
 * @param length number of characters, at least three
 */
export function narrowedWords(
  terms: readonly SearchTerm[],
  length: number,
  bind: Bind,
): RawBuilder<boolean>[] {
  const narrowed = indexedWords(
    terms.map((term) => toEnd(term, length)),
    bind,
  )
  const parts = terms.filter(({ kind }) => kind === 'part')
  return parts.length === 0 ? narrowed : [...narrowed, scannedWords(parts, storedText)]
}

/** Shortens a term to the end of its last part of letters and digits, because other characters are in no trigram. */
function toEnd(term: SearchTerm, length: number): SearchTerm {
  if (term.kind !== 'part') return term
  const part = term.text.match(/[\p{L}\p{N}]{3,}/gu)?.at(-1)
  return part === undefined ? term : { kind: 'part', text: Array.from(part).slice(-length).join('') }
}

/**
 * SQL of the folded texts in which a search without an index looks: `all` has number, patient and doctor, `names` at least
 * patient and doctor.
 */
type ScannedText = { all: RawBuilder<string>; names: RawBuilder<string> }

/** The texts of an order `o`, computed from its columns. */
export const orderText: ScannedText = {
  all: sql.raw(`folded_text(o.number || ' ' || o.patient_name || ' ' || o.doctor)`),
  names: sql.raw(`folded_text(o.patient_name || ' ' || o.doctor)`),
}
/** The stored texts of a row `s` of `order_search`. The number has no East Asian characters, so it adds no pairs. */
export const storedText: ScannedText = { all: searched.text, names: searched.text }

/** Condition that a text contains all terms, without a search index. @param terms terms of a folded search */
export function scannedWords(terms: readonly SearchTerm[], text: ScannedText): RawBuilder<boolean> {
  const { words, pairs, characters } = scanPatterns(terms)
  // The terms are folded, which includes lower case.
  const all = (patterns: readonly string[]) => bindForGenericPlan(patterns, 'text[]')
  const conditions: RawBuilder<boolean>[] = []
  if (words.length > 0) conditions.push(sql`(' ' || ${text.all}) like all (${all(words)})`)
  if (pairs.length > 0)
    conditions.push(
      // Compared first, because removing the white space is slow.
      sql`${text.names} like all (${all(characters)})`,
      sql`regexp_replace(${text.names}, '\\s', '', 'g') like all (${all(pairs)})`,
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
  const inName = sql<boolean>`folded_text(o.patient_name) like all (${patterns}::text[])`
  return sql<boolean>`${searchCondition(terms, [sql<boolean>`s.clinic_id = ${clinicId}`])} and ${inName}`
}
