import { createStore } from './store.ts'

const pending = createStore<{ readonly answer: (isProven: boolean) => void } | undefined>(undefined)

/**
 * Asks the user to prove again who they are, in the one dialog that every page has.
 * @returns whether they did; false if they canceled
 */
export const askReauthentication = (): Promise<boolean> =>
  new Promise((resolve) => {
    pending.set({
      answer: (isProven) => {
        pending.set(undefined)
        resolve(isProven)
      },
    })
  })

/** The pending question, if any. */
export const usePendingReauthentication = pending.useValue

/** Cancels the pending question, because its user is signed out. */
export const cancelReauthentication = (): void => pending.get()?.answer(false)
