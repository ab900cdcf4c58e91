import { inflateSync } from 'fflate'
import { MeshError } from './mesh.ts'

/** A file in an archive; `read` decompresses it. */
export type ZipEntry = { name: string; sizeBytes: number; read: () => Uint8Array }

/** Limits beyond which an archive is refused as a bomb. Real models are numbers in text, which compress to a tenth at best. */
const zipLimits = { entries: 1_000, ratio: 150, slackBytes: 1024 * 1024 }
const endBytes = 22

/**
 * Lists the files of a ZIP by its central directory. An entry is decompressed only when it is read, and never beyond its
 * declared length or the ratio limit.
 * @param sizeBytesMax maximum number of decompressed bytes of all files together
 * @throws mesh.truncated if the directory is missing or out of range, mesh.too_large for a bomb
 */
export function listZipEntries(bytes: Uint8Array, sizeBytesMax: number): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > zipLimits.entries) throw new MeshError('mesh.too_large')
  const entries: ZipEntry[] = []
  let leftBytes = sizeBytesMax
  let at = view.getUint32(end + 16, true)
  for (let i = 0; i < count; i += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50)
      throw new MeshError('mesh.truncated')
    const nameBytes = view.getUint16(at + 28, true)
    const entry = {
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      sizeBytes: view.getUint32(at + 24, true),
      start: view.getUint32(at + 42, true),
    }
    entries.push({
      name: new TextDecoder('latin1').decode(bytes.subarray(at + 46, at + 46 + nameBytes)),
      sizeBytes: entry.sizeBytes,
      read: () => {
        const content = unpack(bytes, view, entry, leftBytes)
        leftBytes -= content.length
        return content
      },
    })
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function findEnd(view: DataView): number {
  const least = Math.max(0, view.byteLength - endBytes - 65_535)
  for (let at = view.byteLength - endBytes; at >= least; at -= 1)
    if (view.getUint32(at, true) === 0x06054b50) return at
  throw new MeshError('mesh.truncated')
}

function unpack(
  bytes: Uint8Array,
  view: DataView,
  entry: { method: number; packedBytes: number; sizeBytes: number; start: number },
  sizeBytesMax: number,
): Uint8Array {
  const { method, packedBytes, sizeBytes, start } = entry
  if (start + 30 > bytes.length) throw new MeshError('mesh.truncated')
  const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true)
  const packed = bytes.subarray(from, from + packedBytes)
  if (packed.length !== packedBytes) throw new MeshError('mesh.truncated')
  if (sizeBytes > Math.min(sizeBytesMax, packedBytes * zipLimits.ratio + zipLimits.slackBytes))
    throw new MeshError('mesh.too_large')
  if (method === 0) return packed
  if (method !== 8) throw new MeshError('mesh.not_a_mesh')
  try {
    // Stops at the declared length. A longer content is cut there, and its parser refuses it as truncated.
    return inflateSync(packed, { out: new Uint8Array(sizeBytes) })
  } catch {
    throw new MeshError('mesh.truncated')
  }
}
