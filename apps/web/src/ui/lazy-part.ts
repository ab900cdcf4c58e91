import type { ComponentType } from 'react'
import { createStore } from '../frame/store.ts'

/** A component whose code is fetched when the user is about to need it. */
export type LazyPart<Props> = {
  /** Fetches the code once. After a failure the next call tries again. @throws TypeError if the import fails */
  readonly fetch: () => Promise<void>
  /** Returns the component; undefined until its code is loaded. */
  readonly usePart: () => ComponentType<Props> | undefined
}

/**
 * Creates a component whose code is fetched when the pointer or the focus reaches its button. Unlike `lazy` it has no
 * fallback. If the code is already loaded at the click, the component renders in the same frame.
 */
export function createLazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const part = createStore<ComponentType<Props> | undefined>(undefined)
  let pending: Promise<void> | undefined
  const fetch = async () => {
    try {
      part.set(await load())
    } catch (error) {
      pending = undefined
      throw error
    }
  }
  return {
    fetch: () => {
      pending ??= fetch()
      return pending
    },
    usePart: part.useValue,
  }
}

/** Fetches a part that may be needed soon, and ignores a failure. */
export function prefetch(part: Pick<LazyPart<never>, 'fetch'>): void {
  part.fetch().catch(() => undefined)
}
