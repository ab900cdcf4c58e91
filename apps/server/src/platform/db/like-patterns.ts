const wordsMax = 5
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/**
 * Words of a search as patterns of `like`, in lower case: `… like all (patterns)` finds where each word stands somewhere.
 * @returns at most five; none for no words, which all rows match
 */
export function likePatterns(words: string | undefined): string[] {
  const terms = (words ?? '').toLowerCase().split(/\s+/u).filter(Boolean).slice(0, wordsMax)
  return terms.map((term) => `%${escapeLike(term)}%`)
}
