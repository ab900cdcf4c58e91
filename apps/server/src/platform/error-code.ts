/** Returns the `code` of an error, such as `ENOENT` or an SQLSTATE, or undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  const isCoded = typeof error === 'object' && error !== null && 'code' in error
  return isCoded && typeof error.code === 'string' ? error.code : undefined
}
