import { MeshError } from '../mesh/mesh.ts'
import { prepareMesh } from '../mesh/prepare.ts'
import { buffersOf, packScan } from './drawn-scan.ts'
import type { ScanReply } from './scan-workers.ts'

// The worker's global scope; the compiler's library here describes windows, whose postMessage differs.
const reply = globalThis.postMessage as unknown as (reply: ScanReply, transfer: ArrayBuffer[]) => void

globalThis.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    const scan = packScan(prepareMesh(new Uint8Array(data)))
    reply({ scan }, buffersOf(scan))
  } catch (error) {
    // Anything but a refusal is memory running out: that too is a file too large for this machine.
    reply({ reason: error instanceof MeshError ? error.reason : 'mesh.too_large' }, [])
  }
})
