import { type LoadDraco, loadGlbDecoder } from '../mesh/glb-decoder.ts'
import { MeshError, meshLimits } from '../mesh/mesh.ts'
import { prepareMesh } from '../mesh/prepare.ts'
import { recognizeMesh } from '../mesh/recognize.ts'
import { readTextures } from '../mesh/textures.ts'
import { readWebPicture } from '../mesh/web-picture.ts'
import { buffersOf, packScan } from './drawn-scan.ts'
import type { ScanReply, ScanTask } from './scan-workers.ts'

// TypeScript's DOM types declare `postMessage` of a window, which differs from that of a worker.
const reply = globalThis.postMessage as unknown as (reply: ScanReply, transfer: ArrayBuffer[]) => void

/**
 * Answers the tasks of a worker.
 * @param loadDraco loads the decoder of Draco, which only the worker for such files contains
 */
export function answerScanTasks(loadDraco: LoadDraco): void {
  globalThis.addEventListener('message', async ({ data }: MessageEvent<ScanTask>) => {
    try {
      const bytes = new Uint8Array(data.buffer)
      // Without WebAssembly, compressed GLBs are refused, and all other files work.
      if (recognizeMesh(bytes, bytes.length) === 'glb')
        await loadGlbDecoder(bytes, loadDraco).catch(() => undefined)
      const textures = await readTextures(bytes, readWebPicture, meshLimits.sizeBytes)
      const scan = packScan(prepareMesh(bytes, meshLimits, textures, data.unit))
      reply({ scan }, buffersOf(scan))
    } catch (error) {
      // Any other error means that memory was insufficient.
      reply({ reason: error instanceof MeshError ? error.reason : 'mesh.too_large' }, [])
    }
  })
}
