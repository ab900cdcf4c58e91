import { useCallback, useEffect, useState } from 'react'
import { currentSession } from '../frame/session.ts'
import { draftKey, readStored, writeStored } from '../frame/stored.ts'

/** The storage key of a draft of the account that was signed in at the mount; undefined without a name. */
export function useDraftKey(name: string | undefined): string | undefined {
  // Fixed at the mount, so that input still on the screen after a sign-out is not stored.
  const [accountId] = useState(() => currentSession()?.account_id)
  return name === undefined ? undefined : draftKey(accountId, name)
}

/**
 * State that is kept in session storage as a draft. A new name reads that draft's own value, so that input about one
 * patient can't appear at the next one.
 * @param blank the value of an empty draft, which is not stored; keep its identity stable
 * @param isBlank whether a value counts as empty
 */
export function useDraft<T>(name: string, blank: T, isBlank: (value: T) => boolean) {
  const key = useDraftKey(name) ?? ''
  const read = () => ({ key, value: readStored<T>(key, 'session') ?? blank })
  const [kept, setKept] = useState(read)
  let current = kept
  if (kept.key !== key) {
    current = read()
    setKept(current)
  }
  useEffect(() => {
    writeStored(current.key, isBlank(current.value) ? undefined : current.value, 'session')
  }, [current, isBlank])
  const setValue = useCallback((change: T | ((before: T) => T)) => {
    setKept((before) => ({
      key: before.key,
      value: change instanceof Function ? change(before.value) : change,
    }))
  }, [])
  return [current.value, setValue] as const
}
