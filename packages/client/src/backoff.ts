/** How long to wait before try number `attempt` (from 0): doubling, with jitter so that a restarted server is not stormed. */
export function backoffMs(attempt: number, firstMs: number, longestMs: number): number {
  const fullMs = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 20))
  return fullMs / 2 + Math.random() * (fullMs / 2)
}

/** Waits; ends early and without an error when the signal aborts. */
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
