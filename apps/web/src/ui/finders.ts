import type { ReactNode } from 'react'

/** A result of the search over everything. */
export type Found = {
  readonly key: string
  readonly label: string
  /** Quiet text after the label, such as a patient or a place. */
  readonly detail?: string
  readonly icon?: ReactNode
  /** A path of this portal. */
  readonly to: string
}

/** The search of a feature. `label` is the heading of its results, in the user's language. */
export type Finder = {
  readonly key: string
  readonly label: string
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly Found[]>
}

let finders: readonly Finder[] = []

/** Adds a feature to the search (Ctrl or ⌘ K). @returns removes it, for an effect */
export function registerFinder(finder: Finder): () => void {
  finders = [...finders.filter((known) => known.key !== finder.key), finder]
  return () => {
    finders = finders.filter((known) => known !== finder)
  }
}

/** The registered finders. */
export const listFinders = (): readonly Finder[] => finders
