import { MeshError } from '../mesh/mesh.ts'
import { decodePreview } from '../mesh/preview-read.ts'
import { buffersOf, packScan } from './drawn-scan.ts'
import type { ScanReply, ScanTask } from './scan-workers.ts'

// TypeScript's DOM types declare `postMessage` of a window, which differs from that of a worker.
const reply = globalThis.postMessage as unknown as (reply: ScanReply, transfer: ArrayBuffer[]) => void

globalThis.addEventListener('message', async ({ data }: MessageEvent<ScanTask>) => {
  try {
    const scan = packScan(await decodePreview(new Uint8Array(data.buffer)))
    reply({ scan }, buffersOf(scan))
  } catch (error) {
    reply({ reason: error instanceof MeshError ? error.reason : 'mesh.too_large' }, [])
  }
})
