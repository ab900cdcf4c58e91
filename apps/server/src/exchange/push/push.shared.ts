import { limits } from '@pontic/contract'

const firstDelayMs = 15_000

const delayMsMax = 3 * 3_600_000

/** The deadline of a delivery that starts now. */
export const retryUntil = (now: Date): Date => new Date(now.getTime() + limits.pushRetryDays * 86_400_000)

/** The context for sealing a setting's secrets. */
export const secretContext = (settingId: string): string => `push ${settingId}`

/**
 * Milliseconds until the next attempt after a failure: doubles each time, up to three hours, with jitter, so that
 * simultaneous failures are retried at different times.
 * @param attempts attempts so far, 1 and more
 * @param chance 0 up to 1
 */
export function retryDelayMs(attempts: number, chance: number): number {
  const pauseMs = Math.min(delayMsMax, firstDelayMs * 2 ** Math.min(attempts - 1, 20))
  return Math.round(pauseMs * (0.5 + chance))
}

/** The maximum of a receiver's `Retry-After`. */
export const retryAfterMsMax = limits.pushRetryDays * 8 * 3_600_000
