import { GeometryUpload } from './geometry-upload.ts'
import type { ScanLayer } from './scan-layer.ts'

/** Maximum number of bytes per frame. Uploading them takes some milliseconds. */
const sliceBytes = 4 * 1024 * 1024

type Job = { layer: ScanLayer; upload: GeometryUpload }

/** Uploads the geometries of layers one after the other, a slice per frame. */
export class UploadQueue {
  private readonly gl: WebGL2RenderingContext
  private readonly onDone: (layer: ScanLayer, upload: GeometryUpload) => void
  private jobs: Job[] = []
  private frameRequest: number | undefined

  constructor(gl: WebGL2RenderingContext, onDone: (layer: ScanLayer, upload: GeometryUpload) => void) {
    this.gl = gl
    this.onDone = onDone
  }

  /** Enqueues the current scan of a layer and cancels its previous upload. If the queue was empty, the upload starts at once. */
  add(layer: ScanLayer): void {
    this.drop(layer)
    this.jobs.push({ layer, upload: new GeometryUpload(this.gl, layer.scan) })
    if (this.jobs.length === 1) this.work()
  }

  drop(layer: ScanLayer): void {
    const job = this.jobs.find((one) => one.layer === layer)
    this.jobs = this.jobs.filter((one) => one !== job)
    job?.upload.dispose()
  }

  /** Clears the queue without WebGL calls, for a lost context. */
  forget(): void {
    this.jobs = []
    if (this.frameRequest !== undefined) cancelAnimationFrame(this.frameRequest)
    this.frameRequest = undefined
  }

  private work(): void {
    const [job] = this.jobs
    if (!job) return
    if (job.upload.advance(sliceBytes)) {
      this.jobs.shift()
      this.onDone(job.layer, job.upload)
    }
    if (this.jobs.length === 0) return
    this.frameRequest ??= requestAnimationFrame(() => {
      this.frameRequest = undefined
      this.work()
    })
  }
}
