import type { ScanLoad, ScanLoads } from './scan-loader.ts'

/**
 * The loading progress of all scans of a case. `failed` includes refused scans. `refining` counts shown scans whose finer levels
 * are still loading.
 */
export type LoadTotals = {
  readonly total: number
  readonly ready: number
  readonly failed: number
  readonly refining: number
  /** Scans that the server is still preparing. */
  readonly making: number
  /** The progress until every scan is shown, by bytes: 0 to 1. Failed scans do not count. */
  readonly share: number
  /** Whether every scan is shown or has failed. */
  readonly isSettled: boolean
}

/** Sums up the progress of scans. @param sizes the number of bytes to load before a scan is shown, by file id */
export function totalLoads(sizes: ReadonlyMap<string, number>, loads: ScanLoads): LoadTotals {
  const all = [...sizes].map(([id, sizeBytes]) => ({ load: loads.get(id) ?? waiting, sizeBytes }))
  const coming = all.filter(({ load }) => !hasFailed(load))
  const wantedBytes = coming.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  const receivedBytes = coming.reduce((sum, { load, sizeBytes }) => sum + receivedOf(load, sizeBytes), 0)
  const ready = all.filter(({ load }) => load.phase === 'ready').length
  const failed = all.length - coming.length
  return {
    total: all.length,
    ready,
    failed,
    refining: all.filter(({ load }) => load.phase === 'ready' && load.isRefining).length,
    making: all.filter(({ load }) => load.phase === 'making').length,
    share: wantedBytes === 0 ? 1 : receivedBytes / wantedBytes,
    isSettled: ready + failed === all.length,
  }
}

const waiting: ScanLoad = { phase: 'waiting' }

const hasFailed = ({ phase }: ScanLoad) => phase === 'refused' || phase === 'failed'

function receivedOf(load: ScanLoad, sizeBytes: number): number {
  if (load.phase === 'receiving') return Math.min(load.receivedBytes, sizeBytes)
  return load.phase === 'waiting' || load.phase === 'making' ? 0 : sizeBytes
}
