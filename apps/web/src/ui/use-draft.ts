import { useCallback, useEffect, useState } from 'react'
import { currentSession } from '../frame/session.ts'
import { draftKey, readStored, writeStored } from '../frame/stored.ts'

/** The storage key of this name's draft of the account that was signed in at mount; undefined without a name. */
export function useDraftKey(name: string | undefined): string | undefined {
  // Fixed at mount: after a sign-out, what is still on the screen is not written back.
  const [accountId] = useState(() => currentSession()?.account_id)
  return name === undefined ? undefined : draftKey(accountId, name)
}

/**
 * State that is kept in session storage as a draft. Another name brings that draft's own value, so that what was typed
 * about one patient can't show up at the next one.
 * @param blank the value of an empty draft, which is not stored; keep its identity stable
 * @param isBlank whether a value is as good as none
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
