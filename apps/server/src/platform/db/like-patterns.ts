const wordsMax = 5
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * The words of a search as `like` patterns in lower case, for `… like all (patterns)`.
 * @returns at most five; empty for no words, which matches all rows
 */
export function likePatterns(words: string | undefined): string[] {
  const terms = (words ?? '').toLowerCase().split(/\s+/u).filter(Boolean).slice(0, wordsMax)
  return terms.map((term) => `%${escapeLike(term)}%`)
}
