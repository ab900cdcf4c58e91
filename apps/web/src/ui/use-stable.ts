import { useRef } from 'react'

/** Returns the value of the last render while the new one has the same JSON, so that memoized components do not render again. */
export function useStable<Value>(value: Value): Value {
  const last = useRef({ value, text: '' })
  const text = JSON.stringify(value) ?? ''
  // Changing a ref during the render is safe here, because the same value changes nothing.
  if (last.current.text !== text) last.current = { value, text }
  return last.current.value
}
