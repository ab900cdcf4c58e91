import { useCallback, useRef } from 'react'

/** Ignores calls while an earlier one is pending. @returns a function of stable identity that runs the latest `act` */
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
