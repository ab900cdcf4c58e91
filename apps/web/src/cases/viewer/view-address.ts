import { decodeView, encodeView, type ViewState } from '@pontic/viewer/scene'
import { parsePreviewFragment } from './preview-token.ts'

/**
 * Reads and writes the view in the fragment of the page's address. A fragment is never sent to a server.
 * - `read` returns the view; undefined if the address has none.
 * - `write` stores a view and returns the complete address, for a link.
 */
export type ViewAddress = {
  readonly read: () => ViewState | undefined
  readonly write: (view: ViewState) => string
}

const prefix = 'view='

/** The view in the address of a page for signed-in users: `#view=…`. */
export const pageAddress: ViewAddress = {
  read: () => {
    const fragment = location.hash.replace(/^#/, '')
    return fragment.startsWith(prefix) ? decodeView(fragment.slice(prefix.length)) : undefined
  },
  write: (view) => replaceFragment(`${prefix}${encodeView(view)}`),
}

/** Creates the `ViewAddress` of a preview link: `#token~view`. */
export const previewAddress = (token: string): ViewAddress => ({
  read: () => {
    const fragment = parsePreviewFragment(location.hash)
    return fragment?.view === undefined ? undefined : decodeView(fragment.view)
  },
  write: (view) => replaceFragment(`${token}~${encodeView(view)}`),
})

/** Replaces the fragment without a new history entry, and keeps the router's state. @returns the complete address */
function replaceFragment(fragment: string): string {
  const address = Object.assign(new URL(location.href), { hash: fragment }).href
  history.replaceState(history.state, '', address)
  return address
}
