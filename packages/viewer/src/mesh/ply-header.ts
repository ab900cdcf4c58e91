import { MeshError } from './mesh.ts'

/** A scalar type of PLY. */
export type PlyType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64'

export type PlyProperty = { name: string; type: PlyType; countType?: PlyType }
export type PlyElement = { name: string; count: number; properties: PlyProperty[] }
export type PlyHeader = {
  encoding: 'ascii' | 'binary_little_endian' | 'binary_big_endian'
  elements: PlyElement[]
  /** Offset of the first byte after the header. */
  bodyStart: number
}

/** Bytes of each scalar type. */
export const plyTypeBytes: Record<PlyType, number> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
}

const typeNames = new Map<string, PlyType>([
  ...(Object.keys(plyTypeBytes) as PlyType[]).map((type): [string, PlyType] => [type, type]),
  ['char', 'int8'],
  ['uchar', 'uint8'],
  ['short', 'int16'],
  ['ushort', 'uint16'],
  ['int', 'int32'],
  ['uint', 'uint32'],
  ['float', 'float32'],
  ['double', 'float64'],
])
const encodings = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const
const headerLimit = { bytes: 65_536, elements: 32, properties: 256 }

/**
 * Parses the header of a PLY file. Comments, such as `TextureFile`, may contain a patient's name and are skipped.
 * @throws mesh.truncated if `end_header` is missing
 * @throws mesh.not_a_mesh for a malformed line, or more elements or properties than any scanner writes
 */
export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  const lines = headerLines(bytes)
  const elements: PlyElement[] = []
  let encoding: PlyHeader['encoding'] | undefined
  for (const line of lines.texts) {
    const words = line.trim().split(/\s+/)
    const [keyword, ...rest] = words
    if (keyword === 'format') encoding = encodings.find((name) => name === rest[0])
    else if (keyword === 'element') elements.push(readElement(rest))
    else if (keyword === 'property') elements.at(-1)?.properties.push(readProperty(rest))
    else if (!['ply', 'comment', 'obj_info', ''].includes(keyword ?? ''))
      throw new MeshError('mesh.not_a_mesh')
  }
  const properties = elements.reduce((sum, element) => sum + element.properties.length, 0)
  if (!encoding || elements.length > headerLimit.elements || properties > headerLimit.properties) {
    throw new MeshError('mesh.not_a_mesh')
  }
  return { encoding, elements, bodyStart: lines.end }
}

function headerLines(bytes: Uint8Array): { texts: string[]; end: number } {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, headerLimit.bytes))
  const match = /(?:^|[\r\n])end_header[ \t]*(?:\r\n|\n|\r)/.exec(text)
  if (!match) throw new MeshError(bytes.length > headerLimit.bytes ? 'mesh.not_a_mesh' : 'mesh.truncated')
  const body = text.slice(0, match.index).replace(/^\u00ef\u00bb\u00bf/, '')
  return { texts: body.split(/\r\n|\n|\r/), end: match.index + match[0].length }
}

function readElement([name, count]: string[]): PlyElement {
  if (!name || !count || !/^\d{1,15}$/.test(count)) throw new MeshError('mesh.not_a_mesh')
  return { name, count: Number(count), properties: [] }
}

function readProperty(words: string[]): PlyProperty {
  const isList = words[0] === 'list'
  const type = typeNames.get(words[isList ? 2 : 0] ?? '')
  const countType = isList ? typeNames.get(words[1] ?? '') : undefined
  const name = words[isList ? 3 : 1]
  if (!name || !type || (isList && (!countType || countType.startsWith('float')))) {
    throw new MeshError('mesh.not_a_mesh')
  }
  return countType ? { name, type, countType } : { name, type }
}
