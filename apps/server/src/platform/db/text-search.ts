import { type RawBuilder, sql } from 'kysely'
import { type Bind, bindForCustomPlan } from './bound-values.ts'

/**
 * One word of a search and how an index finds it:
 * - `part`: three or more characters, anywhere in the text, by trigrams. Punctuation is a `part` of any
 *   length, without an index;
 * - `pairs`: two or more East Asian characters (张伟), by pairs of adjacent characters;
 * - `start`: fewer characters, at the start of a word, by trigrams that include the space before it.
 */
export type SearchTerm = { kind: 'pairs' | 'part' | 'start'; text: string }

/**
 * SQL expressions of a searched column: the text in lower case, and its `text_pairs`. Both must be written as in the definition
 * of the GIN index.
 */
export type SearchedText = { text: RawBuilder<string>; pairs: RawBuilder<string[]> }

const firstIdeograph = 0x2e80
const trigramLength = 3
/**
 * Maximum number of terms that use an index. Further terms share one filter condition, which bounds the number of distinct
 * statements.
 */
const indexedTermsMax = 3
const patternsMax = 5
/**
 * A letter with the digits after it. Few texts contain it, but the rest of a term may be in most of them, such as `user` and
 * `@gmail.com`. For each candidate, an index scan also looks into the long lists of these trigrams, so only the digits use the index.
 */
const rarePart = /\p{L}[0-9]{3,}/u

/** Splits a search into its words, longest first. A row must match all of them. */
export function parseSearch(words: string): SearchTerm[] {
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

/** Whether a text has trigrams. Punctuation has none, and an index scan for it would read the complete index. */
function hasTrigrams(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Escapes a text so that LIKE matches it literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * Returns the conditions under which a text matches all terms.
 * @param isOrderedScan true if the terms are frequent: the list is scanned in its sort order and filtered, without the search
 *   index
 */
export function searchConditions(
  searched: SearchedText,
  terms: readonly SearchTerm[],
  isOrderedScan = false,
  bind = bindForCustomPlan,
): RawBuilder<boolean>[] {
  const conditions = terms.slice(0, indexedTermsMax).map((term) => {
    const condition = searchCondition(searched, term, bind)
    // No index matches `coalesce`. The planner estimates that half of all rows pass, so it scans the list in its sort order.
    return isOrderedScan ? sql<boolean>`coalesce(${condition}, false)` : condition
  })
  const rest = terms.slice(indexedTermsMax).map((term) => `%${escapeLike(term.text)}%`)
  if (rest.length > 0) {
    const patterns = rest.map((pattern) => pattern.toLowerCase())
    conditions.push(sql<boolean>`${searched.text} like all (${bind(patterns, 'text[]')})`)
  }
  return conditions
}

/**
 * Returns `like` patterns under which a text without a search index matches the same terms.
 * @returns `words` for ` ` and the text in lower case, and `pairs` for the text in lower case without white space, as
 *   `text_pairs` reads it. `characters` match each text that `pairs` match, with white space or without
 */
export function scanPatterns(
  terms: readonly SearchTerm[],
): Record<'words' | 'pairs' | 'characters', string[]> {
  const words: string[] = []
  const pairs: string[] = []
  const characters: string[] = []
  for (const [index, { kind, text }] of terms.entries()) {
    const like = escapeLike(text)
    if (index >= indexedTermsMax || kind === 'part') words.push(`%${like}%`)
    else if (kind === 'start') words.push(`% ${like}%`)
    else {
      pairs.push(...pairsOf(text).map((pair) => `%${pair}%`))
      characters.push(...Array.from(text, (character) => `%${character}%`))
    }
  }
  return { words, pairs, characters }
}

function pairsOf(text: string): string[] {
  const characters = Array.from(text)
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

function searchCondition(searched: SearchedText, term: SearchTerm, bind: Bind): RawBuilder<boolean> {
  if (term.kind === 'pairs') return sql<boolean>`${searched.pairs} @> text_pairs(${bind(term.text, 'text')})`
  // `|| ''` keeps the planner from using the index.
  const text = hasTrigrams(term.text) ? searched.text : sql`(${searched.text} || '')`
  const like = escapeLike(term.text)
  if (term.kind === 'part') {
    const whole = sql<boolean>`${text} like lower(${bind(`%${like}%`, 'text')})`
    const rare = rarePart.exec(term.text)?.[0]
    if (rare === undefined || rare.length === term.text.length) return whole
    return sql<boolean>`(${text} like lower(${bind(`%${rare}%`, 'text')}) and ${text} || '' like lower(${bind(`%${like}%`, 'text')}))`
  }
  return sql<boolean>`(${text} like lower(${bind(`${like}%`, 'text')}) or ${text} like lower(${bind(`% ${like}%`, 'text')}))`
}

/**
 * Converts the words of a search to `like` patterns in lower case, for `… like all (patterns)`.
 * @returns at most five patterns; none if there are no words, which matches all rows
 */
export function likePatterns(words: string | undefined): string[] {
  const terms = (words ?? '').toLowerCase().split(/\s+/u).filter(Boolean).slice(0, patternsMax)
  return terms.map((term) => `%${escapeLike(term)}%`)
}
