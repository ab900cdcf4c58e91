import { sql } from 'kysely'
import type { SearchedText } from '../../platform/db/text-search.ts'
import type { CodePurpose } from './accounts.queries.ts'

/** Hash of an account without a password; it matches no digest. */
export const noPasswordHash = '!'

/**
 * SQL of the text in which a search for accounts looks: name and email address. `stored` has indexes and needs `searched_account s`;
 * `computed` needs `account a`.
 */
export const accountText: Record<'stored' | 'computed', SearchedText> = {
  stored: { text: sql.raw('s.text'), pairs: sql.raw('s.pairs') },
  computed: {
    text: sql.raw(`lower(a.name || ' ' || a.email)`),
    pairs: sql.raw(`text_pairs(a.name || ' ' || a.email)`),
  },
}

/**
 * Paths of mailed links. The code is in the URL fragment, so that it never appears in a log of the server or a proxy.
 */
export const codeLinks = {
  verify_email: (code: string) => `/verifyEmail#code=${code}`,
  reset_password: (code: string) => `/resetpwd#code=${code}`,
} as const satisfies Record<CodePurpose, (code: string) => string>
