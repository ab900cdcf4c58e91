import { MeshError } from '../mesh/mesh.ts'
import { decodePreview } from '../mesh/preview-read.ts'
import { buffersOf, packScan } from './drawn-scan.ts'
import type { LevelTask, ScanReply, StoredLevel } from './scan-workers.ts'

// TypeScript's DOM types declare `postMessage` of a window, which differs from that of a worker.
const reply = globalThis.postMessage as unknown as (reply: ScanReply, transfer: ArrayBuffer[]) => void

globalThis.addEventListener('message', async ({ data }: MessageEvent<LevelTask>) => {
  try {
    const scan = packScan(
      await decodePreview(new Uint8Array('buffer' in data ? data.buffer : await readStored(data))),
    )
    reply({ scan }, buffersOf(scan))
  } catch (error) {
    reply({ reason: error instanceof MeshError ? error.reason : 'mesh.too_large' }, [])
  }
})

async function readStored({ cache, path, etag }: StoredLevel): Promise<ArrayBuffer> {
  const stored = await caches.match(path, { cacheName: cache, ignoreVary: true })
  if (stored?.headers.get('etag') !== etag) throw new MeshError('mesh.not_a_mesh')
  return await stored.arrayBuffer()
}
