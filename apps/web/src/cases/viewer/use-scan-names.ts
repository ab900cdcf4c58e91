import { useTexts } from '../../frame/i18n.tsx'
import type { PlannedScan } from './scan-plan.ts'

/** Names scans by their role, numbered if there are several of a role. In the order of the scans. */
export function useScanNames(scans: readonly PlannedScan[]): string[] {
  const t = useTexts('order.role')
  return scans.map(({ file }) => {
    const same = scans.filter((other) => other.file.role === file.role)
    const place = same.findIndex((other) => other.file.id === file.id) + 1
    return same.length > 1 ? `${t(file.role)} ${place}` : t(file.role)
  })
}
