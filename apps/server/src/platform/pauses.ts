import { setTimeout as wait } from 'node:timers/promises'

/** Time after a request in which long tasks pause. */
const recentMs = 100
const pauseMaxMs = 50

let lastRequestMs = Number.NEGATIVE_INFINITY

/** Records that this process has received a request. */
export function recordRequest(): void {
  lastRequestMs = performance.now()
}

/**
 * Pauses a long task after one of its pieces for as long as the piece took, if this process has received requests meanwhile.
 * Without pauses the task would use all the processor time that the system gives to this process, and on a busy machine each
 * request would wait for the next time slice.
 * @param startedMs the start of the piece (`performance.now`)
 */
export async function pauseForRequests(startedMs: number): Promise<void> {
  const nowMs = performance.now()
  if (nowMs - lastRequestMs < recentMs) await wait(Math.min(nowMs - startedMs, pauseMaxMs))
}
