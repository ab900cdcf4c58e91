const fragmentForm =
  /^([A-Za-z0-9_-]{20,256})(?:~([A-Za-z0-9_.*!-]{1,2000})(?:~([A-Za-z0-9_.*!-]{1,8000}))?)?$/

/**
 * The fragment of a preview link: its token, and optionally a view as text (`encodeView`), which the state of the tools may follow
 * (`encodeTools`).
 */
type PreviewFragment = {
  readonly token: string
  readonly view: string | undefined
  readonly tools: string | undefined
}

/**
 * Parses the fragment of a preview link (decision 0004). The preview page reads nothing else from its address, so that no
 * link can make it load a file of another server. `decodeView` and `decodeTools` check their parts.
 * @param fragment with or without its hash sign
 * @returns undefined if the fragment has no token
 */
export function parsePreviewFragment(fragment: string): PreviewFragment | undefined {
  const [, token, view, tools] = fragmentForm.exec(fragment.replace(/^#/, '')) ?? []
  return token === undefined ? undefined : { token, view, tools }
}

/** Parses the token from the fragment of a preview link. @returns undefined if the fragment has no token */
export const parsePreviewToken = (fragment: string): string | undefined =>
  parsePreviewFragment(fragment)?.token
