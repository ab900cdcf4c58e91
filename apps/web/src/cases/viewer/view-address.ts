import { decodeView, encodeView, type ViewState } from '@pontic/viewer/scene'
import { parsePreviewFragment } from './preview-token.ts'

/**
 * What the fragment of an address says about the view.
 * - `view`: undefined if there is none.
 * - `tools`: the state of the tools as text (`encodeTools`), which is decoded when the code of the tools is loaded.
 * - `isDamaged`: whether there is a view that can't be decoded. It is then ignored.
 */
export type AddressedView = {
  readonly view: ViewState | undefined
  readonly tools: string | undefined
  readonly isDamaged: boolean
}

/**
 * Reads and writes the view in the fragment of the page's address. A fragment is never sent to a server.
 * `write` stores a view with the state of the tools, and returns the complete address, for a link.
 */
export type ViewAddress = {
  readonly read: () => AddressedView
  readonly write: (view: ViewState, tools: string | undefined) => string
}

const prefix = 'view='

/** The view in the address of a page for signed-in users: `#view=…`, with the state of the tools after `~`. */
export const pageAddress: ViewAddress = {
  read: () => {
    const fragment = location.hash.replace(/^#/, '')
    if (!fragment.startsWith(prefix)) return readCodes(undefined, undefined)
    const [view, tools] = fragment.slice(prefix.length).split('~')
    return readCodes(view, tools)
  },
  write: (view, tools) => replaceFragment(`${prefix}${joinCodes(view, tools)}`),
}

/** Creates the `ViewAddress` of a preview link: `#token~view~tools`. */
export const previewAddress = (token: string): ViewAddress => ({
  read: () => {
    const fragment = parsePreviewFragment(location.hash)
    return readCodes(fragment?.view, fragment?.tools)
  },
  write: (view, tools) => replaceFragment(`${token}~${joinCodes(view, tools)}`),
})

function readCodes(viewCode: string | undefined, tools: string | undefined): AddressedView {
  const view = viewCode === undefined ? undefined : decodeView(viewCode)
  const isDamaged = viewCode !== undefined && !view
  return { view, tools: view && tools, isDamaged }
}

const joinCodes = (view: ViewState, tools: string | undefined): string =>
  tools === undefined ? encodeView(view) : `${encodeView(view)}~${tools}`

/** Replaces the fragment without a new history entry, and keeps the router's state. @returns the complete address */
function replaceFragment(fragment: string): string {
  const address = Object.assign(new URL(location.href), { hash: fragment }).href
  history.replaceState(history.state, '', address)
  return address
}
