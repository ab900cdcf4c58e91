import type { ReactNode } from 'react'

/** A result of the search dialog. */
export type SearchResult = {
  readonly key: string
  readonly label: string
  /** Text after the label, such as a patient or a city. */
  readonly detail?: string
  readonly icon?: ReactNode
  /** Path of the page that the result opens. */
  readonly to: string
}

/** Searches one feature for the search dialog. `label` is the heading of the results, in the user's language. */
export type Finder = {
  readonly key: string
  readonly label: string
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly SearchResult[]>
}

let finders: readonly Finder[] = []

/** Adds a finder to the search dialog (Ctrl or ⌘ K). @returns a function that removes it, for the cleanup of an effect */
export function registerFinder(finder: Finder): () => void {
  finders = [...finders.filter((known) => known.key !== finder.key), finder]
  return () => {
    finders = finders.filter((known) => known !== finder)
  }
}

/** Lists the registered finders. */
export const listFinders = (): readonly Finder[] => finders
