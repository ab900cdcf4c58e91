import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/database.ts'

const searchWordsMax = 5
/** How much of a word has to be found, as pg_trgm counts: two letters turned round in the midst of eight still pass. */
const similarityMin = 0.35
/** How much of a Chinese, Japanese or Korean word, by its pairs of characters. */
const pairShareMin = 0.3

/** A text as a pattern of LIKE finds it. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The words of a search in lower case, at most five: each is looked for by itself. */
export const searchTermsOf = (words: string): string[] =>
  words.toLowerCase().split(/\s+/u).filter(Boolean).slice(0, searchWordsMax)

/**
 * How organizations are searched by name and place, in any script and with typing errors (decisions §8). The parts belong
 * into a statement in which `o` is the organization: `isCandidate` goes by the indexes, `score` is 0 to 1.5 and says how
 * well each word is found on average (whole, with typing errors by trigrams, or in pairs of characters), `scoreMin` is
 * what a hit needs.
 * @param terms at least one, of {@link searchTermsOf}
 */
export function searchByWords(terms: readonly string[]): {
  isCandidate: RawBuilder<boolean>
  score: RawBuilder<number>
  scoreMin: number
} {
  return {
    isCandidate: sql<boolean>`(${sql.join(terms.map(isCandidate), sql` or `)})`,
    score: sql<number>`((${sql.join(terms.map(scoreOf), sql` + `)}) / ${terms.length}::float8)`,
    scoreMin: Math.min(similarityMin, pairShareMin),
  }
}

/** Sets how alike words must be for the index, as long as the transaction lasts: run it before the search. */
export async function setSearchThreshold(tx: Tx): Promise<void> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(similarityMin)}, true)`.execute(
    tx,
  )
}

function isCandidate(term: string): RawBuilder<boolean> {
  return sql`o.search_text like ${`%${escapeLike(term)}%`} or ${term}::text <% o.search_text
    or o.search_pairs && text_pairs(${term})`
}

// A word found whole counts more than any resemblance.
function scoreOf(term: string): RawBuilder<number> {
  return sql`greatest(
    case when strpos(o.search_text, ${term}) > 0 then 1.5 else 0 end,
    word_similarity(${term}, o.search_text),
    (select count(*) filter (where pair = any(o.search_pairs))::float8 / greatest(count(*), 1)
      from unnest(text_pairs(${term})) pair))`
}
