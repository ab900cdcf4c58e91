import { readScan, warmLevelReader } from '@pontic/viewer/workers'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isDisconnected } from '../../frame/connection.ts'
import { readLoadedLevel } from './decoded-levels.ts'
import { ScanLoader, type ScanLoads } from './scan-loader.ts'
import { levelsOf, type PlannedScan } from './scan-plan.ts'
import type { ScanSource } from './scan-source.ts'

/**
 * Loads the scans of a case with a {@link ScanLoader}. Scans that failed are loaded again when the server can be reached again.
 * @param isEnabled false loads nothing and aborts running requests; for a browser that can't show scans
 * @returns the loading state of each scan, and a function that loads a failed scan again
 */
export function useScanLoads(
  scans: readonly PlannedScan[],
  source: ScanSource,
  isEnabled: boolean,
): [ScanLoads, (id: string) => void] {
  const [loader] = useState(() => new ScanLoader(source, { file: readScan, level: readLoadedLevel }))
  const loads = useSyncExternalStore(loader.subscribe, loader.getLoads)
  useEffect(() => {
    loader.source = source
  }, [loader, source])
  useEffect(() => {
    loader.setScans(isEnabled ? scans : [])
    if (isEnabled && scans.some((scan) => levelsOf(scan).length > 0)) warmLevelReader()
  }, [loader, scans, isEnabled])
  useEffect(
    () =>
      isDisconnected.subscribe(() => {
        if (!isDisconnected.get()) loader.retryFailed()
      }),
    [loader],
  )
  useEffect(() => () => loader.dispose(), [loader])
  return [loads, (id) => loader.retry(id)]
}
