import { limits, type StorageUse } from '@pontic/contract'

const [warningPercent, fullPercent] = limits.storageWarningPercents

/** Returns the state of a storage: `low` from 80 %, `full` from 95 %. Warning mails have the same levels (rules §7). */
export function storageState({ usedBytes, totalBytes }: StorageUse): 'fine' | 'low' | 'full' {
  const percent = totalBytes === 0 ? 100 : (usedBytes / totalBytes) * 100
  if (percent >= fullPercent) return 'full'
  return percent >= warningPercent ? 'low' : 'fine'
}
