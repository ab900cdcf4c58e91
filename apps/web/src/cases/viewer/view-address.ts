import { decodeView, encodeView, type ViewState } from '@pontic/viewer/scene'
import { parsePreviewFragment } from './preview-token.ts'

/**
 * Stores a view in the fragment of the page's address, which no server reads.
 * - `read`: the view in the address. - `write`: stores a view. @returns the whole address, for a link
 */
export type ViewAddress = {
  readonly read: () => ViewState | undefined
  readonly write: (view: ViewState) => string
}

const name = 'view='

/** The view in the address of a page: `#view=…`. */
export const pageAddress: ViewAddress = {
  read: () => {
    const fragment = location.hash.replace(/^#/, '')
    return fragment.startsWith(name) ? decodeView(fragment.slice(name.length)) : undefined
  },
  write: (view) => replaceFragment(`${name}${encodeView(view)}`),
}

/** The view in the address of a preview link, behind its token. */
export const previewAddress = (token: string): ViewAddress => ({
  read: () => {
    const fragment = parsePreviewFragment(location.hash)
    return fragment?.view === undefined ? undefined : decodeView(fragment.view)
  },
  write: (view) => replaceFragment(`${token}~${encodeView(view)}`),
})

/** Replaces the fragment, and keeps the router's state of the history entry. */
function replaceFragment(fragment: string): string {
  const address = Object.assign(new URL(location.href), { hash: fragment }).href
  history.replaceState(history.state, '', address)
  return address
}
