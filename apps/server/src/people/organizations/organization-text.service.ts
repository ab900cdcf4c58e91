import { sql } from 'kysely'
import type { SearchedText } from '../../platform/db/text-search.ts'

/** Where organizations are searched word by word: in the name and the place of `o`. */
export const organizationText: SearchedText = {
  text: sql.raw('o.search_text'),
  pairs: sql.raw('o.search_pairs'),
}
