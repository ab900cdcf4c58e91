import { CallError } from '@pontic/client'
import type { ChosenUnit } from '@pontic/contract'
import { MeshError, type MeshReason, meshLimits } from '@pontic/viewer/mesh'
import type { DrawnScan } from '@pontic/viewer/scene'
import type { LoadedLevel } from './decoded-levels.ts'
import { chosenUnitOf, levelsOf, type PlannedScan } from './scan-plan.ts'
import type { OnProgress, ScanSource } from './scan-source.ts'

/** The parsers of files and of levels. Outside tests these are `readScan` and `readLoadedLevel`. */
export type ScanReaders = {
  readonly file: (
    buffer: ArrayBuffer,
    options: { signal: AbortSignal; unit?: ChosenUnit | undefined },
  ) => Promise<DrawnScan>
  readonly level: (level: LoadedLevel, options: { signal: AbortSignal }) => Promise<DrawnScan>
}

/**
 * The loading state of one scan.
 * - `making`: the server has no level of the scan yet, and the file itself can't be loaded.
 * - `waiting`: the scan is queued.
 * - `receiving`, `reading`: the bytes of the scan are received, then parsed.
 * - `ready`: the scan is shown. `isRefining` is true while finer levels are loaded. `isFinest` is true once `scan` has all details.
 * - `refused`: the file can't be shown as a mesh.
 * - `failed`: the bytes were not received. A retry may help.
 */
export type ScanLoad =
  | { readonly phase: 'making' | 'waiting' | 'reading' }
  | { readonly phase: 'receiving'; readonly receivedBytes: number }
  | {
      readonly phase: 'ready'
      readonly scan: DrawnScan
      readonly isRefining: boolean
      readonly isFinest: boolean
    }
  | { readonly phase: 'refused'; readonly reason: MeshReason }
  | { readonly phase: 'failed'; readonly error: unknown }

/** The loading states by file id. Each change creates a new map. */
export type ScanLoads = ReadonlyMap<string, ScanLoad>

type Job = {
  /** The latest version of the scan. It gets more levels while the server prepares them. */
  scan: PlannedScan
  readonly abort: AbortController
  /** The next level to load; undefined for the file itself. */
  level: number | undefined
  /** The number of failed attempts at this level. */
  attempts: number
}

/** The number of scans that are loaded at the same time, which limits the memory. */
const concurrentLoads = 2
/** The number of steps of the reported progress, which limits how often the page is rendered. */
const progressSteps = 50
/** The maximum number of attempts at a finer level, and the pause between two attempts. */
const levelAttemptsMax = 30
const retryMs = 4_000

/**
 * Loads the scans of one case, two at a time. A failed scan does not affect the others. A scan with levels is loaded level by
 * level, and the coarse levels of all scans are loaded first. A scan without levels is loaded as a file.
 */
export class ScanLoader {
  /** The source of the bytes. Callers may replace it at any time. */
  source: ScanSource
  private readonly readers: ScanReaders
  private readonly jobs = new Map<string, Job>()
  private readonly queue: string[] = []
  private readonly listeners = new Set<() => void>()
  private loads: ScanLoads = new Map()
  private running = 0

  constructor(source: ScanSource, readers: ScanReaders) {
    this.source = source
    this.readers = readers
  }

  /** Sets the scans to load. It starts new scans, continues scans with new levels, and removes scans that are no longer listed. */
  setScans(scans: readonly PlannedScan[]): void {
    for (const id of [...this.loads.keys()])
      if (!scans.some(({ file }) => file.id === id)) this.removeScan(id)
    for (const scan of scans) {
      const { id } = scan.file
      const job = this.jobs.get(id)
      // A scan whose unit has changed is loaded again.
      if (job && chosenUnitOf(job.scan) !== chosenUnitOf(scan)) this.removeScan(id)
      if (job && this.jobs.has(id)) this.update(job, scan)
      else if (this.loads.get(id)?.phase === 'refused' && !scan.reason) this.startScan(scan)
      else if (!this.loads.has(scan.file.id)) this.startScan(scan)
    }
  }

  /** Loads a failed scan again. It ignores scans in another state. */
  retry(id: string): void {
    const job = this.jobs.get(id)
    if (job && this.loads.get(id)?.phase === 'failed') this.startScan(job.scan)
  }

  /** Loads all failed scans again. */
  retryFailed(): void {
    for (const id of this.jobs.keys()) this.retry(id)
  }

  /** Aborts all requests and removes all scans. */
  dispose(): void {
    for (const id of [...this.loads.keys()]) this.removeScan(id)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly getLoads = (): ScanLoads => this.loads

  private startScan(scan: PlannedScan): void {
    const { id } = scan.file
    if (scan.reason) {
      this.setLoad(id, { phase: 'refused', reason: scan.reason })
      return
    }
    const level = levelsOf(scan)[0]?.level
    const { mesh } = scan.file
    if (level === undefined && !this.source.file && mesh?.state === 'failed') {
      this.jobs.delete(id)
      this.setLoad(id, { phase: 'refused', reason: (mesh.reason ?? 'mesh.not_a_mesh') as MeshReason })
      return
    }
    this.jobs.set(id, { scan, abort: new AbortController(), level, attempts: 0 })
    if (level === undefined && (!this.source.file || scan.file.sizeBytes > meshLimits.sizeBytes)) {
      // `setScans` is called again once the server has levels.
      this.setLoad(id, { phase: 'making' })
      return
    }
    this.setLoad(id, { phase: 'waiting' })
    this.enqueue(id)
  }

  /** Continues with levels that the server has added. */
  private update(job: Job, scan: PlannedScan): void {
    job.scan = scan
    const load = this.loads.get(scan.file.id)
    if (load?.phase === 'making') this.startScan(scan)
    if (load?.phase === 'ready' && !load.isRefining && job.level !== undefined)
      this.showAndContinue(job, load.scan)
  }

  private removeScan(id: string): void {
    this.jobs.get(id)?.abort.abort()
    this.jobs.delete(id)
    const position = this.queue.indexOf(id)
    if (position >= 0) this.queue.splice(position, 1)
    this.setLoad(id, undefined)
  }

  private enqueue(id: string): void {
    this.queue.push(id)
    this.startNext()
  }

  private startNext(): void {
    while (this.running < concurrentLoads) {
      const next = this.queue.shift()
      if (next === undefined) return
      const job = this.jobs.get(next)
      if (job) void this.run(job)
    }
  }

  private async run(job: Job): Promise<void> {
    const { id } = job.scan.file
    const before = this.loads.get(id)
    this.running += 1
    try {
      if (before?.phase === 'ready') await this.refine(job)
      else await this.showFirst(job)
    } finally {
      this.running -= 1
      this.startNext()
    }
  }

  private async showFirst(job: Job): Promise<void> {
    const { scan, abort } = job
    const report = (load: ScanLoad) => this.report(job, load)
    const wantedBytes = levelsOf(scan)[0]?.sizeBytes ?? scan.file.sizeBytes
    let reported = -1
    report({ phase: 'receiving', receivedBytes: 0 })
    try {
      const parse = await this.fetch(job, (receivedBytes) => {
        const step = Math.floor((receivedBytes / wantedBytes) * progressSteps)
        if (step === reported) return
        reported = step
        report({ phase: 'receiving', receivedBytes })
      })
      report({ phase: 'reading' })
      const drawn = await parse()
      if (!abort.signal.aborted) this.showAndContinue(job, drawn)
    } catch (error) {
      if (job.level !== undefined && this.source.file && !abort.signal.aborted && isPermanent(error)) {
        // Without a usable level, the file itself is loaded.
        job.level = undefined
        this.enqueue(scan.file.id)
        return
      }
      report(
        error instanceof MeshError ? { phase: 'refused', reason: error.reason } : { phase: 'failed', error },
      )
    }
  }

  private async refine(job: Job): Promise<void> {
    try {
      const parse = await this.fetch(job)
      const drawn = await parse()
      if (!job.abort.signal.aborted) this.showAndContinue(job, drawn)
    } catch (error) {
      if (job.abort.signal.aborted) return
      job.attempts += 1
      if (isPermanent(error) || job.attempts >= levelAttemptsMax) this.stopRefining(job)
      else
        setTimeout(() => this.jobs.get(job.scan.file.id) === job && this.enqueue(job.scan.file.id), retryMs)
    }
  }

  /** Loads the bytes of a scan. @returns a function that parses them */
  private async fetch(
    { scan, level, abort: { signal } }: Job,
    onProgress?: OnProgress,
  ): Promise<() => Promise<DrawnScan>> {
    const { id } = scan.file
    if (level !== undefined) {
      const loaded = await this.source.level(id, level, signal, onProgress)
      return () => this.readers.level(loaded, { signal })
    }
    const { file } = this.source
    if (!file) throw new CallError('file.not_found')
    const buffer = await file(id, signal, onProgress)
    return () => this.readers.file(buffer, { signal, unit: chosenUnitOf(scan) })
  }

  /** Shows a level and enqueues the next one. */
  private showAndContinue(job: Job, scan: DrawnScan): void {
    const { file } = job.scan
    const next = nextLevelOf(job)
    const isFinest = next === undefined && isLastLevel(job)
    this.report(job, { phase: 'ready', scan, isRefining: next !== undefined, isFinest })
    if (next === undefined) return
    job.level = next
    job.attempts = 0
    this.enqueue(file.id)
  }

  /** Gives up finer levels; the current level stays visible. */
  private stopRefining(job: Job): void {
    const load = this.loads.get(job.scan.file.id)
    if (load?.phase === 'ready') this.report(job, { ...load, isRefining: false })
  }

  private report(job: Job, load: ScanLoad): void {
    if (!job.abort.signal.aborted) this.setLoad(job.scan.file.id, load)
  }

  private setLoad(id: string, load: ScanLoad | undefined): void {
    const next = new Map(this.loads)
    if (load) next.set(id, load)
    else next.delete(id)
    this.loads = next
    for (const listener of this.listeners) listener()
  }
}

// Whether another attempt at the same level would fail too.
const isPermanent = (error: unknown) =>
  error instanceof MeshError || (error instanceof CallError && error.key === 'file.not_found')

/** Whether the current level is the last one that the server will build, or the file itself. */
const isLastLevel = ({ scan, level }: Job): boolean =>
  level === undefined || scan.file.mesh?.state === 'ready'

/** Returns the next level; undefined for a file, and if the server has not created that level yet. */
function nextLevelOf({ scan, level }: Job): number | undefined {
  if (level === undefined) return undefined
  return levelsOf(scan).some((one) => one.level === level + 1) ? level + 1 : undefined
}
