/**
 * Returns the delay before retry number `attempt` (from 0), in milliseconds: a random value between half the
 * full delay and the full delay, which doubles with each attempt up to `longestMs`. The random part prevents
 * all clients from reconnecting to a restarted server at the same time.
 */
export function backoffMs(attempt: number, firstMs: number, longestMs: number): number {
  const fullMs = Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 20))
  return fullMs / 2 + Math.random() * (fullMs / 2)
}

/** Waits `durationMs`. Resolves early, without an error, if the signal aborts. */
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
