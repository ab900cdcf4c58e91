import { MeshError } from './mesh.ts'
import { type PlyHeader, type PlyType, plyTypeBytes } from './ply-header.ts'
import { TextScanner } from './text-scanner.ts'

/** Reads the values of a PLY body in sequence, in any encoding. */
export type PlySource = {
  /** @throws mesh.truncated at the end of the file, mesh.bad_number */
  read: (type: PlyType) => number
  /** Whether the rest of the file is long enough for this number of values (`sizeBytes` bytes in total in a binary file). */
  canHold: (values: number, sizeBytes: number) => boolean
}

/** Opens the body of a PLY file. */
export function openPlyBody(bytes: Uint8Array, header: PlyHeader): PlySource {
  if (header.encoding === 'ascii') return openText(bytes, header.bodyStart)
  return openBinary(bytes, header.bodyStart, header.encoding === 'binary_little_endian')
}

function openText(bytes: Uint8Array, start: number): PlySource {
  const scanner = new TextScanner(bytes, start)
  return {
    read() {
      scanner.skipSpace()
      return scanner.readNumber()
    },
    // Each value needs at least a digit and a space, except the last one, which needs no space.
    canHold: (values) => values * 2 - 1 <= bytes.length - scanner.position,
  }
}

function openBinary(bytes: Uint8Array, start: number, isLittle: boolean): PlySource {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let position = start
  return {
    read(type) {
      const at = position
      position += plyTypeBytes[type]
      if (position > bytes.length) throw new MeshError('mesh.truncated')
      switch (type) {
        case 'float32':
          return view.getFloat32(at, isLittle)
        case 'uint8':
          return view.getUint8(at)
        case 'int32':
          return view.getInt32(at, isLittle)
        case 'uint32':
          return view.getUint32(at, isLittle)
        case 'int8':
          return view.getInt8(at)
        case 'int16':
          return view.getInt16(at, isLittle)
        case 'uint16':
          return view.getUint16(at, isLittle)
        case 'float64':
          return view.getFloat64(at, isLittle)
      }
    },
    canHold: (_values, sizeBytes) => sizeBytes <= bytes.length - position,
  }
}
