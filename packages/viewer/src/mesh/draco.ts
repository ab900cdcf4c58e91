import type { Attribute, DecoderModule, Mesh as DracoMesh } from 'draco3d'
import { makeNumbers, type Numbers } from './glb-values.ts'
import { MeshError } from './mesh.ts'

/** An attribute to read: its id in the compressed data, and the layout that the file declares. */
export type DracoAttribute = { id: number; componentType: number; perItem: number }

/** Decompressed triangles. `attributes` has the numbers of each vertex, in the order of the request. */
export type DracoGeometry = { count: number; indices: Uint32Array<ArrayBuffer>; attributes: Numbers[] }

type Limits = { vertices: number; triangles: number }

let loaded: DecoderModule | undefined

/** Sets the decoder of the next file (`loadDraco`). Undefined frees the memory of the last one, up to a gigabyte. */
export function setDraco(decoder: DecoderModule | undefined): void {
  loaded = decoder
}

/**
 * Decompresses triangles.
 * @throws mesh.draco if the decoder is not loaded, refuses the data, or needs more memory than the length of the file allows
 * @throws mesh.too_large beyond `limits`, mesh.bad_index for a missing attribute or one of another layout
 */
export function decodeDraco(
  bytes: Uint8Array,
  wanted: readonly DracoAttribute[],
  limits: Limits,
): DracoGeometry {
  if (!loaded) throw new MeshError('mesh.draco')
  try {
    return decodeWith(loaded, bytes, wanted, limits)
  } catch (error) {
    if (error instanceof MeshError) throw error
    // After a trap or a failed allocation, the memory of the instance is in an unknown state.
    loaded = undefined
    throw new MeshError('mesh.draco')
  }
}

function decodeWith(
  draco: DecoderModule,
  bytes: Uint8Array,
  wanted: readonly DracoAttribute[],
  limits: Limits,
): DracoGeometry {
  const decoder = new draco.Decoder()
  const buffer = new draco.DecoderBuffer()
  const mesh = new draco.Mesh()
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length), bytes.length)
    if (decoder.GetEncodedGeometryType(buffer) !== draco.TRIANGULAR_MESH) throw new MeshError('mesh.draco')
    if (!decoder.DecodeBufferToMesh(buffer, mesh).ok()) throw new MeshError('mesh.draco')
    const [count, faces] = [mesh.num_points(), mesh.num_faces()]
    if (count > limits.vertices || faces > limits.triangles) throw new MeshError('mesh.too_large')
    const indices = new Uint32Array(faces * 3)
    copyOut(draco, indices, (at) => decoder.GetTrianglesUInt32Array(mesh, indices.byteLength, at))
    const attributes = wanted.map((one) => {
      const attribute = decoder.GetAttributeByUniqueId(mesh, one.id) as Attribute & { ptr: number }
      if (attribute.ptr === 0 || attribute.num_components() !== one.perItem)
        throw new MeshError('mesh.bad_index')
      return readAttribute(draco, { decoder, mesh, attribute, count }, one)
    })
    return { count, indices, attributes }
  } finally {
    for (const part of [mesh, buffer, decoder]) draco.destroy(part)
  }
}

type Source = {
  decoder: InstanceType<DecoderModule['Decoder']>
  mesh: DracoMesh
  attribute: Attribute
  count: number
}

function readAttribute(
  draco: DecoderModule,
  { decoder, mesh, attribute, count }: Source,
  { componentType, perItem }: DracoAttribute,
): Numbers {
  const kinds = {
    5120: [draco.DT_INT8, Int8Array],
    5121: [draco.DT_UINT8, Uint8Array],
    5122: [draco.DT_INT16, Int16Array],
    5123: [draco.DT_UINT16, Uint16Array],
    5125: [draco.DT_UINT32, Uint32Array],
    5126: [draco.DT_FLOAT32, Float32Array],
  } as const
  const kind = kinds[componentType as keyof typeof kinds]
  if (!kind) throw new MeshError('mesh.bad_index')
  const [type, List] = kind
  const stored = new List(count * perItem)
  copyOut(draco, stored, (at) =>
    decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, type, stored.byteLength, at),
  )
  const values = makeNumbers(componentType, stored.length)
  values.set(stored)
  return values
}

/** Lets the decoder write into its own memory, and copies that into an array. @throws mesh.draco if the decoder refuses, {Error} without memory */
function copyOut(draco: DecoderModule, into: ArrayBufferView, write: (at: number) => unknown): void {
  // The decoder returns 0 for 0 bytes and for too many.
  const at = into.byteLength > 0 ? draco._malloc(into.byteLength) : 0
  if (at === 0) {
    if (into.byteLength > 0) throw new RangeError('The decoder has no memory left.')
    return
  }
  // The types of the package declare no result.
  const isWritten = write(at) as boolean
  new Uint8Array(into.buffer).set(draco.HEAPU8.subarray(at, at + into.byteLength))
  draco._free(at)
  if (!isWritten) throw new MeshError('mesh.draco')
}
