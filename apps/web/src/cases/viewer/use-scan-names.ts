import { useTexts } from '../../frame/i18n.tsx'
import type { PlannedScan } from './scan-plan.ts'

/** Returns the names of scans: their roles, numbered if several scans have the same role. */
export function useScanNames(scans: readonly PlannedScan[]): string[] {
  const t = useTexts('order.role')
  return scans.map(({ file }) => {
    const same = scans.filter((other) => other.file.role === file.role)
    const number = same.findIndex((other) => other.file.id === file.id) + 1
    return same.length > 1 ? `${t(file.role)} ${number}` : t(file.role)
  })
}
