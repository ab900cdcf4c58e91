import { limits } from '@pontic/contract'
import { encryptedColumns } from '../../platform/secrets/encrypted-columns.ts'

const firstDelayMs = 15_000

const delayMsMax = 3 * 3_600_000

/** Returns the time until which a delivery that is created now is retried. */
export const retryUntil = (now: Date): Date => new Date(now.getTime() + limits.pushRetryDays * 86_400_000)

/** Returns the context with which a setting's secrets are encrypted. */
export const secretContext: (settingId: string) => string = encryptedColumns.push.contextOf

/**
 * Returns the delay before the next attempt, in milliseconds. It doubles with each attempt up to three hours. Jitter of
 * 50 % in both directions spreads the retries of deliveries that have failed at the same time.
 * @param attempts number of attempts so far, at least 1
 * @param chance random number from 0 to 1
 */
export function retryDelayMs(attempts: number, chance: number): number {
  const pauseMs = Math.min(delayMsMax, firstDelayMs * 2 ** Math.min(attempts - 1, 20))
  return Math.round(pauseMs * (0.5 + chance))
}

/** Upper limit for the `Retry-After` of a receiver, in milliseconds: a third of the time during which a delivery is retried. */
export const retryAfterMsMax = limits.pushRetryDays * 8 * 3_600_000
