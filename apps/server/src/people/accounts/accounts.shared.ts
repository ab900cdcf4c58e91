import { sql } from 'kysely'
import type { SearchedText } from '../../platform/db/text-search.ts'

/** Hash of an account without a password; it matches no digest. */
export const noPasswordHash = '!'

/** The searched text of an account `a`: name and email address. */
export const accountText: SearchedText = {
  text: sql.raw(`lower(a.name || ' ' || a.email)`),
  pairs: sql.raw(`text_pairs(a.name || ' ' || a.email)`),
}
