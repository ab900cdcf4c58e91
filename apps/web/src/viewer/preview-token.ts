const tokenForm = /^[A-Za-z0-9_-]{20,256}$/

/**
 * The token of a preview link out of an address' fragment (docs/decisions/0004). Nothing else of an address is ever read
 * by the preview: no query, no address of a file.
 * @param fragment with or without its hash sign
 * @returns undefined where the fragment is no token
 */
export function readPreviewToken(fragment: string): string | undefined {
  const token = fragment.replace(/^#/, '')
  return tokenForm.test(token) ? token : undefined
}
