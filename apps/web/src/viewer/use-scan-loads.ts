import { parseInWorker } from '@pontic/viewer/worker'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type LoadFile, ScanLoader, type ScanLoads } from './scan-loader.ts'
import type { PlannedScan } from './scan-plan.ts'

/**
 * Loads the scans of a case, each for itself.
 * @param isWanted false fetches nothing (a browser that can't show them)
 * @returns how far each is, and the way to try one again
 */
export function useScanLoads(
  scans: readonly PlannedScan[],
  load: LoadFile,
  isWanted: boolean,
): [ScanLoads, (id: string) => void] {
  const [loader] = useState(() => new ScanLoader(load, parseInWorker))
  const loads = useSyncExternalStore(loader.subscribe, loader.getLoads)
  useEffect(() => {
    loader.load = load
  }, [loader, load])
  useEffect(() => {
    if (isWanted) loader.want(scans)
  }, [loader, scans, isWanted])
  useEffect(() => () => loader.dispose(), [loader])
  return [loads, (id) => loader.retry(id)]
}
