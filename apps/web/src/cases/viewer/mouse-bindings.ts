import { type BindingName, bindingNames } from '@pontic/viewer/scene'
import { useCallback, useState } from 'react'
import { currentSession } from '../../frame/session.ts'
import { readStored, writeStored } from '../../frame/stored.ts'

/**
 * Returns what the mouse buttons do in the 3D view, and a function that changes it. The choice is stored in this browser for each
 * account, because it belongs to the person and to the mouse of the workplace.
 */
export function useMouseBindings(): [BindingName, (next: BindingName) => void] {
  const key = `pontic.mouse.${currentSession()?.account_id ?? ''}`
  const [bindings, setBindings] = useState(() => {
    const stored = readStored(key)
    return bindingNames.find((name) => name === stored) ?? 'pontic'
  })
  const choose = useCallback(
    (next: BindingName) => {
      writeStored(key, next)
      setBindings(next)
    },
    [key],
  )
  return [bindings, choose]
}
