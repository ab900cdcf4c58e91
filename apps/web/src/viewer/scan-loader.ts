import { MeshError, type MeshReason, type PreparedMesh } from '@pontic/viewer/mesh'
import type { PlannedScan } from './scan-plan.ts'

/**
 * Fetches the bytes of one file.
 * @returns the whole file; the viewer takes the buffer over
 */
export type LoadFile = (
  fileId: string,
  signal: AbortSignal,
  onProgress?: (receivedBytes: number) => void,
) => Promise<ArrayBuffer>

/** Makes a mesh of bytes: `parseInWorker` in pages. */
export type ParseScan = (buffer: ArrayBuffer, options: { signal: AbortSignal }) => Promise<PreparedMesh>

/**
 * How far one scan is. `refused`: the file is no mesh that can be shown, and will never be one. `failed`: its bytes did
 * not arrive; another try may help.
 */
export type ScanLoad =
  | { readonly phase: 'waiting' | 'reading' }
  | { readonly phase: 'receiving'; readonly receivedBytes: number }
  | { readonly phase: 'ready'; readonly prepared: PreparedMesh }
  | { readonly phase: 'refused'; readonly reason: MeshReason }
  | { readonly phase: 'failed'; readonly error: unknown }

/** All scans by the id of their file; replaced, never changed. */
export type ScanLoads = ReadonlyMap<string, ScanLoad>

type Job = { readonly scan: PlannedScan; readonly abort: AbortController }

/** Two files at a time: more at once would only keep more of them in memory. */
const loadsAtOnce = 2
/** Steps of the progress that are told; more would draw the page for nothing. */
const progressSteps = 50

/** Loads the scans of one case: two at a time, each for itself, so that one that fails leaves the others alone. */
export class ScanLoader {
  /** How bytes are fetched; may be replaced at any time. */
  load: LoadFile
  private readonly parse: ParseScan
  private readonly jobs = new Map<string, Job>()
  private readonly queue: string[] = []
  private readonly listeners = new Set<() => void>()
  private loads: ScanLoads = new Map()
  private running = 0

  constructor(load: LoadFile, parse: ParseScan) {
    this.load = load
    this.parse = parse
  }

  /** Takes up the scans that are new and drops those that are gone. */
  want(scans: readonly PlannedScan[]): void {
    for (const id of [...this.loads.keys()]) if (!scans.some(({ file }) => file.id === id)) this.drop(id)
    for (const scan of scans) if (!this.loads.has(scan.file.id)) this.begin(scan)
  }

  /** Tries a scan again whose bytes did not arrive. */
  retry(id: string): void {
    const job = this.jobs.get(id)
    if (job && this.loads.get(id)?.phase === 'failed') this.begin(job.scan)
  }

  /** Ends all loads; what is ready is forgotten. */
  dispose(): void {
    for (const id of [...this.loads.keys()]) this.drop(id)
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly getLoads = (): ScanLoads => this.loads

  private begin(scan: PlannedScan): void {
    const { id } = scan.file
    if (scan.reason) {
      this.put(id, { phase: 'refused', reason: scan.reason })
      return
    }
    this.jobs.set(id, { scan, abort: new AbortController() })
    this.put(id, { phase: 'waiting' })
    this.queue.push(id)
    this.startNext()
  }

  private drop(id: string): void {
    this.jobs.get(id)?.abort.abort()
    this.jobs.delete(id)
    const place = this.queue.indexOf(id)
    if (place >= 0) this.queue.splice(place, 1)
    this.put(id, undefined)
  }

  private startNext(): void {
    while (this.running < loadsAtOnce) {
      const id = this.queue.shift()
      if (id === undefined) return
      const job = this.jobs.get(id)
      if (job) void this.run(job)
    }
  }

  private async run({ scan, abort: { signal } }: Job): Promise<void> {
    const { id, sizeBytes } = scan.file
    const tell = (load: ScanLoad) => {
      if (!signal.aborted) this.put(id, load)
    }
    this.running += 1
    let told = -1
    tell({ phase: 'receiving', receivedBytes: 0 })
    try {
      const buffer = await this.load(id, signal, (receivedBytes) => {
        const step = Math.floor((receivedBytes / sizeBytes) * progressSteps)
        if (step === told) return
        told = step
        tell({ phase: 'receiving', receivedBytes })
      })
      tell({ phase: 'reading' })
      tell({ phase: 'ready', prepared: await this.parse(buffer, { signal }) })
    } catch (error) {
      tell(
        error instanceof MeshError ? { phase: 'refused', reason: error.reason } : { phase: 'failed', error },
      )
    } finally {
      this.running -= 1
      this.startNext()
    }
  }

  private put(id: string, load: ScanLoad | undefined): void {
    const next = new Map(this.loads)
    if (load) next.set(id, load)
    else next.delete(id)
    this.loads = next
    for (const listener of this.listeners) listener()
  }
}
