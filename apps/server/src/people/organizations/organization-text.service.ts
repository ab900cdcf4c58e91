import { sql } from 'kysely'
import type { SearchedText } from '../../platform/db/text-search.ts'

/** The searched text of an organization `o`: name and place. */
export const organizationText: SearchedText = {
  text: sql.raw('o.search_text'),
  pairs: sql.raw('o.search_pairs'),
}
