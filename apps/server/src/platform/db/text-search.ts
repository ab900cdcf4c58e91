import { type RawBuilder, sql } from 'kysely'

/**
 * One word of a search and how the indexes find it:
 * - `part`: three characters and more, anywhere in the text, by trigrams;
 * - `pairs`: two characters and more of a script without blanks between words (张伟), by pairs of neighbours;
 * - `start`: shorter ones, at the beginning of a word, by the trigrams that the blank before it makes.
 */
export type SearchTerm = { kind: 'pairs' | 'part' | 'start'; text: string }

/** What a search looks in: a text in lower case and its `text_pairs`, each written as its GIN index has it. */
export type SearchedText = { text: RawBuilder<string>; pairs: RawBuilder<string[]> }

const firstIdeograph = 0x2e80
const trigramLength = 3
/** Terms that an index answers; further words only filter, in one condition, so that the statements stay few. */
const indexedTermsMax = 3

/** The words of a search, longest first; each has to be found. */
export function readSearch(words: string): SearchTerm[] {
  const found = new Set(words.split(/\s+/u).filter(Boolean))
  return [...found].map(toTerm).sort((a, b) => b.text.length - a.text.length)
}

function toTerm(text: string): SearchTerm {
  const characters = Array.from(text)
  const isIdeographic = characters.every((one) => (one.codePointAt(0) ?? 0) >= firstIdeograph)
  if (isIdeographic && characters.length >= 2) return { kind: 'pairs', text }
  const isPart = characters.length >= trigramLength || !hasTrigrams(text)
  return { kind: isPart ? 'part' : 'start', text }
}

/** Signs alone make no trigram: an index scan would read the whole index. */
function hasTrigrams(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** A text as LIKE finds it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * Conditions that all terms are found in a text.
 * @param isWalk the terms are frequent: the rows are walked in their order and each is looked at, no search index is used
 */
export function searchConditions(
  searched: SearchedText,
  terms: readonly SearchTerm[],
  isWalk = false,
): RawBuilder<boolean>[] {
  const conditions = terms.slice(0, indexedTermsMax).map((term) => {
    const condition = searchCondition(searched, term)
    // No index knows coalesce, and the planner takes it to hold for half of all rows: a walk looks short to it.
    return isWalk ? sql<boolean>`coalesce(${condition}, false)` : condition
  })
  const rest = terms.slice(indexedTermsMax).map((term) => `%${escapeLike(term.text)}%`)
  if (rest.length > 0) {
    const patterns = rest.map((pattern) => pattern.toLowerCase())
    conditions.push(sql<boolean>`${searched.text} like all (${patterns}::text[])`)
  }
  return conditions
}

function searchCondition(searched: SearchedText, term: SearchTerm): RawBuilder<boolean> {
  if (term.kind === 'pairs') return sql<boolean>`${searched.pairs} @> text_pairs(${term.text}::text)`
  const text = hasTrigrams(term.text) ? searched.text : sql`(${searched.text} || '')`
  const like = escapeLike(term.text)
  if (term.kind === 'part') return sql<boolean>`${text} like lower(${`%${like}%`}::text)`
  return sql<boolean>`(${text} like lower(${`${like}%`}::text) or ${text} like lower(${`% ${like}%`}::text))`
}
