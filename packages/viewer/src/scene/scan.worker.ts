import { MeshError, meshLimits } from '../mesh/mesh.ts'
import { prepareMesh } from '../mesh/prepare.ts'
import { readTextures } from '../mesh/textures.ts'
import { readWebPicture } from '../mesh/web-picture.ts'
import { buffersOf, packScan } from './drawn-scan.ts'
import type { ScanReply } from './scan-workers.ts'

// The worker's global scope; the compiler's library here describes windows, whose postMessage differs.
const reply = globalThis.postMessage as unknown as (reply: ScanReply, transfer: ArrayBuffer[]) => void

globalThis.addEventListener('message', async ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    const bytes = new Uint8Array(data)
    const textures = await readTextures(bytes, readWebPicture, meshLimits.sizeBytes)
    const scan = packScan(prepareMesh(bytes, meshLimits, textures))
    reply({ scan }, buffersOf(scan))
  } catch (error) {
    // Anything but a refusal is memory running out: that too is a file too large for this machine.
    reply({ reason: error instanceof MeshError ? error.reason : 'mesh.too_large' }, [])
  }
})
