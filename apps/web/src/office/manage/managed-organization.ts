import { limits, type ManagedOrganization } from '@pontic/contract'
import * as z from 'zod/mini'

/** An organization as its actions and dialogs need it. */
export type Subject = Pick<ManagedOrganization, 'id' | 'name' | 'state' | 'businessType' | 'restorableUntil'>

const gigabyteBytes = 1_000_000_000

/** A quota as gigabytes with at most two decimals. */
export const formatQuota = (sizeBytes: number): string => String(Math.round(sizeBytes / 10_000_000) / 100)

/** The bytes of a valid quota text; its decimal separator is a point or a comma. */
export const parseQuota = (text: string): number => Math.round(Number(text.replace(',', '.')) * gigabyteBytes)

const isQuota = (text: string) => /^\d{1,9}(?:[.,]\d{1,3})?$/.test(text.trim())

/** A quota in gigabytes, at most the largest that the platform grants. */
export const QuotaText = z.string().check(
  z.trim(),
  z.refine(isQuota, 'pattern'),
  z.refine((text) => !isQuota(text) || parseQuota(text) <= limits.storageQuotaBytesMax, 'too_large'),
)
