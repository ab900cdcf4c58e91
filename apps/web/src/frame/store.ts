import { useSyncExternalStore } from 'react'

/** A value outside of React. `useValue` returns it and renders the component again when it changes. */
export type Store<T> = {
  readonly get: () => T
  readonly set: (next: T) => void
  /** Calls `listener` when the value changes. @returns a function that unsubscribes */
  readonly subscribe: (listener: () => void) => () => void
  readonly useValue: () => T
}

/** Creates a store with an initial value. */
export function createStore<T>(value: T): Store<T> {
  let current = value
  const listeners = new Set<() => void>()
  const get = () => current
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set: (next) => {
      current = next
      for (const listener of listeners) listener()
    },
    subscribe,
    useValue: () => useSyncExternalStore(subscribe, get),
  }
}
