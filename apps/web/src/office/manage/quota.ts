import { limits } from '@pontic/contract'
import * as z from 'zod/mini'

const gigabyteBytes = 1_000_000_000

/** A quota as it is typed, in gigabytes. */
export const gigabytesOf = (sizeBytes: number): string => String(Math.round(sizeBytes / 10_000_000) / 100)

/** The bytes of a quota that was typed with a point or a comma. */
export const readQuota = (text: string): number => Math.round(Number(text.replace(',', '.')) * gigabyteBytes)

const isQuota = (text: string) => /^\d{1,9}(?:[.,]\d{1,3})?$/.test(text.trim())

/** A typed quota: gigabytes, up to what the platform grants. */
export const QuotaText = z.string().check(
  z.trim(),
  z.refine(isQuota, 'pattern'),
  z.refine((text) => !isQuota(text) || readQuota(text) <= limits.storageQuotaBytesMax, 'too_large'),
)
