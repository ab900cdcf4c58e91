import type { ScanLoad, ScanLoads } from './scan-loader.ts'

/** How far a case is as a whole. `failed` counts the refused too; `refining` those whose finer levels are to come. */
export type LoadTotals = {
  readonly total: number
  readonly ready: number
  readonly failed: number
  readonly refining: number
  /** Those that the server is still making. */
  readonly making: number
  /** 0 to 1 over the bytes until all scans that can still come are first seen. */
  readonly share: number
  readonly isSettled: boolean
}

/** Sums up how far the scans of a case are. @param sizes bytes until each scan is first seen, by its id */
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
