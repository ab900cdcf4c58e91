const fragmentForm = /^([A-Za-z0-9_-]{20,256})(?:~([A-Za-z0-9_.*!-]{1,2000}))?$/

/** What stands behind the hash sign of a preview link: its token, and perhaps how to look at the scans. */
export type PreviewFragment = { readonly token: string; readonly view: string | undefined }

/**
 * Reads the fragment of a preview link (docs/decisions/0004). Nothing else of an address is ever read by the preview: no
 * query, no address of a file. The view's code is judged by who decodes it.
 * @param fragment with or without its hash sign
 * @returns undefined where the fragment is no token
 */
export function readPreviewFragment(fragment: string): PreviewFragment | undefined {
  const [, token, view] = fragmentForm.exec(fragment.replace(/^#/, '')) ?? []
  return token === undefined ? undefined : { token, view }
}

/** The token of a preview link alone. @returns undefined where the fragment is no token */
export const readPreviewToken = (fragment: string): string | undefined => readPreviewFragment(fragment)?.token
