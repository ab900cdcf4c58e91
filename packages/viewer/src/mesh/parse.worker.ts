import { MeshError, type MeshReason, type PreparedMesh } from './mesh.ts'
import { prepareMesh } from './prepare.ts'

/** What the worker answers: the prepared mesh, or the reason why there is none. */
export type ParseReply = { prepared: PreparedMesh } | { reason: MeshReason }

type Reply = (reply: ParseReply, transfer: ArrayBuffer[]) => void

// The worker's global scope; the compiler's library here describes windows, whose postMessage differs.
const reply = globalThis.postMessage as unknown as Reply

globalThis.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  try {
    const prepared = prepareMesh(new Uint8Array(data))
    const { mesh, normals, cavity } = prepared
    const transfer = [mesh.positions.buffer, mesh.indices.buffer, normals.buffer, cavity.buffer]
    reply({ prepared }, mesh.colors ? [...transfer, mesh.colors.buffer] : transfer)
  } catch (error) {
    // Anything but a refusal is memory running out: that too is a file too large for this machine.
    reply({ reason: error instanceof MeshError ? error.reason : 'mesh.too_large' }, [])
  }
})
