import { useTexts } from '../../frame/i18n.tsx'
import type { PlannedScan } from './scan-plan.ts'

/** What scans are called: by their role, numbered where a case holds several of one. In the scans' order. */
export function useScanNames(scans: readonly PlannedScan[]): string[] {
  const t = useTexts('order.role')
  return scans.map(({ file }) => {
    const same = scans.filter((other) => other.file.role === file.role)
    const place = same.findIndex((other) => other.file.id === file.id) + 1
    return same.length > 1 ? `${t(file.role)} ${place}` : t(file.role)
  })
}
