const fragmentForm = /^([A-Za-z0-9_-]{20,256})(?:~([A-Za-z0-9_.*!-]{1,2000}))?$/

/** The fragment of a preview link: its token, and optionally the code of a view. */
export type PreviewFragment = { readonly token: string; readonly view: string | undefined }

/**
 * Reads the fragment of a preview link (docs/decisions/0004). The preview reads nothing
 * else of the address: no query and no address of a file. `decodeView` checks the code of the view.
 * @param fragment with or without its hash sign
 * @returns undefined if the fragment has no token
 */
export function parsePreviewFragment(fragment: string): PreviewFragment | undefined {
  const [, token, view] = fragmentForm.exec(fragment.replace(/^#/, '')) ?? []
  return token === undefined ? undefined : { token, view }
}

/** The token of a preview link. @returns undefined if the fragment has no token */
export const parsePreviewToken = (fragment: string): string | undefined =>
  parsePreviewFragment(fragment)?.token
