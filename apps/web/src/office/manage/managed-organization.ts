import { limits, type ManagedOrganization } from '@pontic/contract'
import * as z from 'zod/mini'

/** The fields of an organization that its actions and dialogs need. */
export type Subject = Pick<ManagedOrganization, 'id' | 'name' | 'state' | 'businessType' | 'restorableUntil'>

const gigabyteBytes = 1_000_000_000

/** Formats a quota as gigabytes with at most two decimals. */
export const formatQuota = (sizeBytes: number): string => String(Math.round(sizeBytes / 10_000_000) / 100)

/** Parses a valid quota in gigabytes to bytes. The decimal separator is a point or a comma. */
export const parseQuota = (text: string): number => Math.round(Number(text.replace(',', '.')) * gigabyteBytes)

const isQuota = (text: string) => /^\d{1,9}(?:[.,]\d{1,3})?$/.test(text.trim())

/** Schema of the text of a quota in gigabytes, up to `limits.storageQuotaBytesMax`. */
export const QuotaText = z.string().check(
  z.trim(),
  z.refine(isQuota, 'pattern'),
  z.refine((text) => !isQuota(text) || parseQuota(text) <= limits.storageQuotaBytesMax, 'too_large'),
)
