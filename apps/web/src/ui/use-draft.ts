import { useCallback, useEffect, useState } from 'react'
import { currentSession } from '../frame/session.ts'
import { draftKey, readStored, writeStored } from '../frame/stored.ts'

/** Returns the storage key of a draft, for the account that is signed in at the mount; undefined without a name. */
export function useDraftKey(name: string | undefined): string | undefined {
  // The account is fixed at the mount, so that input that is still on the screen is never stored for the next user.
  const [accountId] = useState(() => currentSession()?.account_id)
  return name === undefined ? undefined : draftKey(accountId, name)
}

/**
 * State that is stored in session storage as a draft. When `name` changes, the state becomes the value of that draft, so that
 * input about one patient can't appear in the form of the next patient.
 * @param blank value without a draft; must have a stable identity
 * @param isBlank returns whether a value counts as empty, in which case it is not stored
 */
export function useDraft<T>(name: string, blank: T, isBlank: (value: T) => boolean) {
  const key = useDraftKey(name) ?? ''
  const read = () => ({ key, value: readStored<T>(key, 'session') ?? blank })
  const [draft, setDraft] = useState(read)
  let current = draft
  if (draft.key !== key) {
    current = read()
    setDraft(current)
  }
  useEffect(() => {
    writeStored(current.key, isBlank(current.value) ? undefined : current.value, 'session')
  }, [current, isBlank])
  const setValue = useCallback((change: T | ((before: T) => T)) => {
    setDraft((before) => ({
      key: before.key,
      value: change instanceof Function ? change(before.value) : change,
    }))
  }, [])
  return [current.value, setValue] as const
}
