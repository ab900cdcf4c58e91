import { type ComponentType, useSyncExternalStore } from 'react'

/** A component whose code comes when somebody is about to use it. */
export type LazyPart<Props> = {
  /** Fetches the code once; a fetch that failed can be tried again. @throws what the browser's import throws */
  readonly fetch: () => Promise<void>
  /** The component; undefined until its code is here. Drawn anew when it comes. */
  readonly usePart: () => ComponentType<Props> | undefined
}

/**
 * A part that is fetched on intent: the pointer or the focus on its button fetches, the press shows. Unlike `lazy` it is
 * drawn in the same frame as the press when its code is here already, and nothing stands in for it before.
 */
export function makeLazyPart<Props>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let part: ComponentType<Props> | undefined
  let coming: Promise<void> | undefined
  const listeners = new Set<() => void>()
  const fetch = async () => {
    try {
      part = await load()
    } catch (error) {
      coming = undefined
      throw error
    }
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    fetch: () => {
      coming ??= fetch()
      return coming
    },
    usePart: () => useSyncExternalStore(subscribe, () => part),
  }
}

/** Fetches a part that may be wanted soon; whether it could be fetched is told to whoever presses. */
export function prefetch(part: Pick<LazyPart<never>, 'fetch'>): void {
  part.fetch().catch(() => undefined)
}
