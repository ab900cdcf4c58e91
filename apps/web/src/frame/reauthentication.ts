import { useSyncExternalStore } from 'react'

type Asked = { readonly answer: (isProven: boolean) => void }

let asked: Asked | undefined
const listeners = new Set<() => void>()

function show(next: Asked | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

/**
 * Asks the person to prove again who they are, in the one dialog that every page has.
 * @returns whether they did; false where they canceled
 */
export const askReauthentication = (): Promise<boolean> =>
  new Promise((resolve) => {
    show({
      answer: (isProven) => {
        show(undefined)
        resolve(isProven)
      },
    })
  })

/** The question that waits for its answer, if any. */
export const useAskedReauthentication = (): Asked | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )

/** Cancels the question: whoever was to answer it is no longer signed in. */
export const cancelReauthentication = (): void => asked?.answer(false)
