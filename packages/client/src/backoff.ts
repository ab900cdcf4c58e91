/**
 * Milliseconds to wait before try number `attempt` (from 0): exponential, with jitter so that clients of a restarted server
 * spread out.
 */
export function backoffMs(attempt: number, firstMs: number, longestMs: number): number {
  const fullMs = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 20))
  return fullMs / 2 + Math.random() * (fullMs / 2)
}

/** Waits; ends early and without an error if the signal aborts. */
export function waitMs(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, durationMs)
    signal?.addEventListener('abort', end)
  })
}
