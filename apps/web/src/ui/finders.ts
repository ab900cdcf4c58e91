import type { ReactNode } from 'react'

/** Something the search over everything has found. */
export type Found = {
  readonly key: string
  readonly label: string
  /** Beside the label, quiet: a patient, a place. */
  readonly detail?: string
  readonly icon?: ReactNode
  /** A path of this portal. */
  readonly to: string
}

/** A feature's way to find its things. `label` is its heading, already in the user's language. */
export type Finder = {
  readonly key: string
  readonly label: string
  readonly find: (query: string, signal: AbortSignal) => Promise<readonly Found[]>
}

let finders: readonly Finder[] = []

/** Lets a feature take part in the search (Ctrl or ⌘ K). @returns the way to leave again, for an effect */
export function registerFinder(finder: Finder): () => void {
  finders = [...finders.filter((known) => known.key !== finder.key), finder]
  return () => {
    finders = finders.filter((known) => known !== finder)
  }
}

/** Those who take part now. */
export const listFinders = (): readonly Finder[] => finders
