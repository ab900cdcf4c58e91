import { createStore } from './store.ts'

const pending = createStore<{ readonly answer: (isProven: boolean) => void } | undefined>(undefined)

/**
 * Asks the user to authenticate again, in the dialog that every page has.
 * @returns true after the authentication; false if the user canceled
 */
export const requestReauthentication = (): Promise<boolean> =>
  new Promise((resolve) => {
    pending.set({
      answer: (isProven) => {
        pending.set(undefined)
        resolve(isProven)
      },
    })
  })

/** Returns the pending request for authentication; undefined if there is none. */
export const usePendingReauthentication = pending.useValue

/** Cancels the pending request for authentication, because its user is signed out. */
export const cancelReauthentication = (): void => pending.get()?.answer(false)
