import { useCallback, useRef } from 'react'

/** Returns a stable function that runs the latest `act`. It ignores calls while an earlier call is pending. */
export function useSingleFlight<Args extends unknown[]>(act: (...args: Args) => unknown) {
  const latest = useRef(act)
  latest.current = act
  const isRunning = useRef(false)
  return useCallback(async (...args: Args): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await latest.current(...args)
    } finally {
      isRunning.current = false
    }
  }, [])
}
