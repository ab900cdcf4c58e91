import { constants, inflateRawSync } from 'node:zlib'

const localHeader = 0x04034b50
const localHeaderBytes = 30
/** The number of entries that are looked at. The first may be a text or the directory of the volume (DICOMDIR). */
const entriesMax = 8
/** Compressed bytes of an entry that are read. The modality is among the first attributes. */
const packedBytesMax = 4_096
/** Deflate compresses to a thousandth at most. */
const unpackedBytesMax = packedBytesMax * 1_100

/** The attribute Modality (0008,0060) with the value CT, which volumes of cone-beam scanners have: explicit, then implicit. */
const modalities = [
  Buffer.from([0x08, 0, 0x60, 0, 0x43, 0x53, 2, 0, 0x43, 0x54]),
  Buffer.from([0x08, 0, 0x60, 0, 2, 0, 0, 0, 0x43, 0x54]),
]

/**
 * Whether a ZIP contains DICOM slices of a computed tomography, such as CBCT. Reads only the beginning of the first entries.
 * @param head the first bytes of the ZIP
 */
export function isVolumeZip(head: Uint8Array): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  let at = 0
  for (let entry = 0; entry < entriesMax; entry += 1) {
    if (at + localHeaderBytes > head.length || view.getUint32(at, true) !== localHeader) return false
    const method = view.getUint16(at + 8, true)
    const packedBytes = view.getUint32(at + 18, true)
    const start = at + localHeaderBytes + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
    // Without a size in the local header, the end of the entry is not known.
    const end = packedBytes > 0 ? start + packedBytes : head.length
    const bytes = readStart(head.subarray(start, Math.min(end, start + packedBytesMax)), method)
    if (bytes && isTomography(bytes)) return true
    const isFolder = packedBytes === 0 && head[start - 1] === 0x2f
    if (packedBytes === 0 && !isFolder) return false
    at = start + packedBytes
  }
  return false
}

function isTomography(bytes: Buffer): boolean {
  return (
    bytes.toString('latin1', 128, 132) === 'DICM' && modalities.some((modality) => bytes.includes(modality))
  )
}

/** Returns the beginning of an entry; undefined if its compression is not supported or damaged. */
function readStart(packed: Uint8Array, method: number): Buffer | undefined {
  if (method === 0) return Buffer.from(packed)
  if (method !== 8) return undefined
  try {
    return inflateRawSync(packed, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: unpackedBytesMax,
    })
  } catch {
    return undefined
  }
}
