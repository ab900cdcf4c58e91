import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { escapeLike, type SearchedText } from '../../platform/db/text-search.ts'

const searchWordsMax = 5
/** Required pg_trgm similarity of a word. A word of eight letters still matches if two in the middle are swapped. */
const similarityMin = 0.35
/** Required share of matching character pairs of a Chinese, Japanese or Korean word. */
const pairShareMin = 0.3
const trigramLength = 3
const firstIdeograph = 0x2e80

/** SQL of the text in which a search for organizations looks: name and address. Needs the table alias `o`. */
export const organizationText: SearchedText = {
  text: sql.raw('o.search_text'),
  pairs: sql.raw('o.search_pairs'),
}

/** Returns the first five words of a search in lower case. Each is matched separately. */
export const searchTermsOf = (words: string): string[] =>
  words.toLowerCase().split(/\s+/u).filter(Boolean).slice(0, searchWordsMax)

/**
 * Returns the parts of a statement that searches organizations `o` by name and address, in any script and
 * with typing errors (rules §8). Each word is matched separately. Words of three or more characters match
 * anywhere in the text by trigrams, with typing errors. Words with two or more East Asian characters also
 * match by pairs of adjacent characters. Other words of one or two characters match at the start of a word of
 * the text.
 * - `words`: a CTE named `words` to join, which computes the character pairs of each word once
 * - `isCandidate`: the condition that uses the indexes
 * - `score`: 0 to 1.5, the average match of the words; a hit has at least `scoreMin`
 * @param terms at least one, from {@link searchTermsOf}
 */
export function searchByWords(terms: readonly string[]): {
  words: RawBuilder<unknown>
  isCandidate: RawBuilder<boolean>
  score: RawBuilder<number>
  scoreMin: number
} {
  const pairs = terms.map((term, at) => sql`text_pairs(${term}) as ${sql.ref(`p${at}`)}`)
  return {
    words: sql`words as materialized (select ${sql.join(pairs)})`,
    isCandidate: sql<boolean>`(${sql.join(terms.map(isCandidate), sql` or `)})`,
    score: sql<number>`((${sql.join(terms.map(scoreOf), sql` + `)}) / ${terms.length}::float8)`,
    scoreMin: Math.min(similarityMin, pairShareMin),
  }
}

/** Sets the similarity threshold of the index for this transaction; run it before the search. */
export async function setSearchThreshold(tx: Tx): Promise<void> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarityMin)}, true)`.execute(
    tx,
  )
}

const isIdeographic = (character: string) => (character.codePointAt(0) ?? 0) >= firstIdeograph
const hasPairs = (term: string) => Array.from(term).filter(isIdeographic).length >= 2
// Two characters form a trigram only at the start of a word. A search for them elsewhere would read the whole index.
const isShort = (term: string) => Array.from(term).length < trigramLength

function isCandidate(term: string): RawBuilder<boolean> {
  const byPairs = sql<boolean>`o.search_pairs && text_pairs(${term})`
  if (isShort(term)) return hasPairs(term) ? byPairs : beginsWord(term)
  const byText = sql<boolean>`o.search_text like ${`%${escapeLike(term)}%`} or ${term}::text <% o.search_text`
  return hasPairs(term) ? sql<boolean>`${byText} or ${byPairs}` : byText
}

function beginsWord(term: string): RawBuilder<boolean> {
  const start = escapeLike(term)
  return sql<boolean>`(o.search_text like ${`${start}%`} or o.search_text like ${`% ${start}%`})`
}

// An exact match scores more than any similarity.
function scoreOf(term: string, at: number): RawBuilder<number> {
  if (isShort(term) && !hasPairs(term)) return sql<number>`case when ${beginsWord(term)} then 1.5 else 0 end`
  const own = sql.ref(`words.p${at}`)
  const share = sql<number>`(select count(*) from unnest(${own}) pair where pair = any(o.search_pairs))::float8
    / greatest(cardinality(${own}), 1)`
  const likeness = sql<number>`word_similarity(${term}, o.search_text)`
  const best = hasPairs(term) ? sql`${share}, ${likeness}` : likeness
  return sql<number>`case when strpos(o.search_text, ${term}) > 0 then 1.5 else greatest(${best}) end`
}
