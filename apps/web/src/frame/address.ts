import { createBrowserHistory } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

/** The history of this window. The router uses it too, but this module does not import the router. */
export const history = createBrowserHistory()

/** Opens a path of the portal, with its query and fragment. Use it with the result of `safeRedirect`. */
export const openPath = (path: string): void => history.push(path)

/** Opens the path of a link. Like the router's links, it adds no entry to the history if the page is already open. */
export const followLink = (path: string): void =>
  path === history.location.href ? history.replace(path) : history.push(path)

/** Returns a part of the address. A change of the part renders the component again. @param read returns a primitive value */
export const useAddress = <Part extends string | undefined>(
  read: (location: typeof history.location) => Part,
): Part => useSyncExternalStore(history.subscribe, () => read(history.location))

/** Returns a value of the query string, for pages that load no schemas; undefined if it is missing. */
export const useSearchText = (name: string): string | undefined =>
  useAddress(({ search }) => new URLSearchParams(search).getAll(name).at(-1))
