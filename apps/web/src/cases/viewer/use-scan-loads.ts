import { readLevel, readScan, warmLevelReader } from '@pontic/viewer/workers'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { ScanLoader, type ScanLoads } from './scan-loader.ts'
import { levelsOf, type PlannedScan } from './scan-plan.ts'
import type { ScanSource } from './scan-source.ts'

/**
 * Loads the scans of a case independently of each other.
 * @param isWanted false loads nothing and aborts running requests (in a browser that can't show them)
 * @returns the progress of each scan, and a function that retries one
 */
export function useScanLoads(
  scans: readonly PlannedScan[],
  source: ScanSource,
  isWanted: boolean,
): [ScanLoads, (id: string) => void] {
  const [loader] = useState(() => new ScanLoader(source, { file: readScan, level: readLevel }))
  const loads = useSyncExternalStore(loader.subscribe, loader.getLoads)
  useEffect(() => {
    loader.source = source
  }, [loader, source])
  useEffect(() => {
    loader.setScans(isWanted ? scans : [])
    if (isWanted && scans.some((scan) => levelsOf(scan).length > 0)) warmLevelReader()
  }, [loader, scans, isWanted])
  useEffect(() => () => loader.dispose(), [loader])
  return [loads, (id) => loader.retry(id)]
}
