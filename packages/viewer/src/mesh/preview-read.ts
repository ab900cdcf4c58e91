import { MeshoptDecoder } from 'meshoptimizer/decoder'
import { measureMesh } from './measure.ts'
import { type Mesh, MeshError, type PreparedMesh } from './mesh.ts'
import { computeNormals } from './normals.ts'
import { type PreviewExtras, previewFormat } from './preview-format.ts'

type Accessor = { bufferView: number; byteOffset?: number; count: number; componentType: number }
type Packed = {
  byteOffset: number
  byteLength: number
  byteStride: number
  count: number
  mode: string
  filter?: string
}
type PreviewJson = {
  accessors: Accessor[]
  bufferViews: { extensions: { EXT_meshopt_compression: Packed } }[]
  meshes: { primitives: { attributes: Record<string, number>; indices: number }[] }[]
  nodes: { translation: [number, number, number]; scale: [number, number, number] }[]
  extras: PreviewExtras
}

/**
 * Decodes a preview level (`preview-format.ts`). Takes about 0.1 s per million triangles, so pages call it in a worker.
 * @param bytes the complete GLB that `meshes.level` returns
 * @returns a mesh for drawing, whose `mesh.format` is `glb`
 * @throws {MeshError} mesh.not_a_mesh for bytes that are not a preview level, mesh.truncated, mesh.bad_index
 */
export async function decodePreview(bytes: Uint8Array): Promise<PreparedMesh> {
  await MeshoptDecoder.ready
  const { json, body } = openGlb(bytes)
  const primitive = json.meshes?.[0]?.primitives[0]
  if (json.extras?.pontic !== previewFormat || primitive === undefined) throw new MeshError('mesh.not_a_mesh')
  const unpack = (accessor: number) => unpackView(json, body, json.accessors[accessor]!)
  const points = unpack(primitive.attributes.POSITION!)
  const vertexCount = json.accessors[primitive.attributes.POSITION!]!.count
  const indices = widen(unpack(primitive.indices), json.accessors[primitive.indices]!.componentType)
  for (const index of indices) if (index >= vertexCount) throw new MeshError('mesh.bad_index')
  const { COLOR_0: color, NORMAL: normal } = primitive.attributes
  const mesh: Mesh = {
    format: 'glb',
    positions: placePoints(points, vertexCount, json.nodes[0]!),
    indices,
    ...(color !== undefined && { colors: unpack(color) }),
    isFlat: false,
    vertexCount,
    triangleCount: indices.length / 3,
  }
  return {
    mesh,
    normals: normal === undefined ? computeNormals(mesh) : readNormals(unpack(normal), vertexCount),
    cavity: readCavity(points, vertexCount),
    isFaceted: json.extras.isFaceted,
    measure: measureMesh(mesh),
  }
}

function openGlb(bytes: Uint8Array): { json: PreviewJson; body: Uint8Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 28 || view.getUint32(0, true) !== 0x46546c67) throw new MeshError('mesh.not_a_mesh')
  const jsonBytes = view.getUint32(12, true)
  const bodyStart = 20 + jsonBytes + 8
  if (view.getUint32(8, true) > bytes.length || bodyStart > bytes.length)
    throw new MeshError('mesh.truncated')
  try {
    const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonBytes))) as PreviewJson
    return { json, body: bytes.subarray(bodyStart) }
  } catch {
    throw new MeshError('mesh.not_a_mesh')
  }
}

function unpackView(json: PreviewJson, body: Uint8Array, accessor: Accessor): Uint8Array<ArrayBuffer> {
  const packed = json.bufferViews[accessor.bufferView]?.extensions.EXT_meshopt_compression
  if (packed === undefined) throw new MeshError('mesh.not_a_mesh')
  const source = body.subarray(packed.byteOffset, packed.byteOffset + packed.byteLength)
  const target = new Uint8Array(packed.count * packed.byteStride)
  try {
    MeshoptDecoder.decodeGltfBuffer(
      target,
      packed.count,
      packed.byteStride,
      source,
      packed.mode,
      packed.filter,
    )
  } catch {
    throw new MeshError('mesh.truncated')
  }
  return target
}

function widen(bytes: Uint8Array<ArrayBuffer>, componentType: number): Uint32Array<ArrayBuffer> {
  return componentType === 5125
    ? new Uint32Array(bytes.buffer)
    : Uint32Array.from(new Uint16Array(bytes.buffer))
}

function placePoints(
  points: Uint8Array<ArrayBuffer>,
  vertexCount: number,
  { translation, scale }: PreviewJson['nodes'][number],
): Float32Array<ArrayBuffer> {
  const steps = new Uint16Array(points.buffer)
  const positions = new Float32Array(vertexCount * 3)
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      positions[vertex * 3 + axis] = steps[vertex * 4 + axis]! * scale[axis]! + translation[axis]!
    }
  }
  return positions
}

function readNormals(bytes: Uint8Array<ArrayBuffer>, vertexCount: number): Float32Array<ArrayBuffer> {
  const steps = new Int8Array(bytes.buffer)
  const normals = new Float32Array(vertexCount * 3)
  for (let vertex = 0; vertex < vertexCount; vertex += 1) {
    const [x, y, z] = steps.subarray(vertex * 4, vertex * 4 + 3) as unknown as [number, number, number]
    // A zero normal stays zero.
    const length = Math.hypot(x, y, z) || 1
    normals[vertex * 3] = x / length
    normals[vertex * 3 + 1] = y / length
    normals[vertex * 3 + 2] = z / length
  }
  return normals
}

function readCavity(points: Uint8Array, vertexCount: number): Uint8Array<ArrayBuffer> {
  const cavity = new Uint8Array(vertexCount)
  for (let vertex = 0; vertex < vertexCount; vertex += 1) cavity[vertex] = points[vertex * 8 + 6]!
  return cavity
}
