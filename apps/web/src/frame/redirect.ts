import { screenOf, screenPaths } from './screens.ts'

// Paths that a URL parser might read as another origin, or that hide their target. They are refused before parsing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is what this is for
const suspicious = /[\u0000-\u0020\u007f\\@]|^\/\/|\/\.\.?(?:\/|$)|%(?:2f|5c|00)/i

const patterns = screenPaths
  .filter((path) => screenOf(path).access !== 'public')
  .map((path) => new RegExp(`^${path.replace(/\$\w+/g, '[A-Za-z0-9-]+')}$`))

/**
 * Checks the `redirect` query of the sign-in page.
 * @param wanted value from the address, untrusted
 * @returns path, query and fragment of a screen that requires a sign-in; `/` for anything else (threat T47)
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || suspicious.test(wanted)) return '/'
  const here = 'https://portal.invalid'
  const url = URL.canParse(wanted, here) ? new URL(wanted, here) : undefined
  if (url?.origin !== here) return '/'
  return patterns.some((pattern) => pattern.test(url.pathname)) ? url.pathname + url.search + url.hash : '/'
}
