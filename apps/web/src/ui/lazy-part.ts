import type { ComponentType } from 'react'
import { createStore } from '../frame/store.ts'

/** A component whose code is fetched on intent. */
export type LazyPart<Props> = {
  /** Fetches the code once; a failed fetch can be repeated. @throws what the browser's import throws */
  readonly fetch: () => Promise<void>
  /** The component; undefined until its code is here. */
  readonly usePart: () => ComponentType<Props> | undefined
}

/**
 * A component that is fetched when the pointer or the focus reaches its button. Unlike `lazy` it renders in the same frame
 * as the press if its code is here, and has no fallback.
 */
export function makeLazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
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

/** Fetches a part that may be used soon. A failure is shown only after a press. */
export function prefetch(part: Pick<LazyPart<never>, 'fetch'>): void {
  part.fetch().catch(() => undefined)
}
