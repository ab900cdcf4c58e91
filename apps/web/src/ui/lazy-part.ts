import { type ComponentType, useEffect, useState } from 'react'
import { createStore } from '../frame/store.ts'

/** A component whose code is fetched when the user is about to need it. */
export type LazyPart<Props> = {
  /** Fetches the code once. After a failure the next call tries again. @throws TypeError if the import fails */
  readonly fetch: () => Promise<void>
  /** Returns the component; undefined until its code is loaded. */
  readonly usePart: () => ComponentType<Props> | undefined
  /** Like `usePart`, and fetches the code. @throws TypeError during the next render if the import fails */
  readonly useFetchedPart: () => ComponentType<Props> | undefined
}

/**
 * Creates a component whose code is fetched when the user is about to need it, for example when the pointer reaches its button.
 * If the code is already loaded at the click, the component renders in the same frame. It needs no `Suspense`, which would keep its
 * fallback for 300 ms even if the code is loaded before.
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
  const fetchOnce = () => {
    pending ??= fetch()
    return pending
  }
  const useFetchedPart = () => {
    const [failure, setFailure] = useState<{ error: unknown }>()
    useEffect(() => {
      fetchOnce().catch((error: unknown) => setFailure({ error }))
    }, [])
    if (failure) throw failure.error
    return part.useValue()
  }
  return { fetch: fetchOnce, usePart: part.useValue, useFetchedPart }
}

/** Fetches a part that may be needed soon, and ignores a failure. */
export function prefetch(part: Pick<LazyPart<never>, 'fetch'>): void {
  part.fetch().catch(() => undefined)
}
