import { sql } from 'kysely'
import type { SearchedText } from '../../platform/db/text-search.ts'

/** Where people are searched: in the name and the address of the account `a`. */
export const accountText: SearchedText = {
  text: sql.raw(`lower(a.name || ' ' || a.email)`),
  pairs: sql.raw(`text_pairs(a.name || ' ' || a.email)`),
}
