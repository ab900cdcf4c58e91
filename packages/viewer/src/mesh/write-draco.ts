import createEncoder from 'draco3d/draco_encoder_nodejs.js'
import type { GlbPart } from './write-glb.ts'
import { packGlb } from './write-glb.ts'

const encoder = await createEncoder()

type Options = {
  /** Bits of each coordinate. */
  bits?: number
  /** `edgebreaker` reorders the triangles and compresses better. */
  method?: 'edgebreaker' | 'sequential'
  /** Encoded picture for parts with texture coordinates. */
  picture?: Uint8Array
  /** Changes the JSON before it is packed. */
  change?: (json: DracoGlb) => void
}

/** The JSON of a written file, as far as tests change it. */
export type DracoGlb = ReturnType<typeof describe>

/** Compresses triangles with Draco. @returns the bytes, and the ids of the attributes in them */
export function encodeDraco(
  { positions, indices, colors, places }: GlbPart,
  { bits = 14, method = 'edgebreaker' }: Options = {},
): { bytes: Uint8Array; attributes: Record<string, number> } {
  const [mesh, builder] = [new encoder.Mesh(), new encoder.MeshBuilder()]
  const [one, data] = [new encoder.Encoder(), new encoder.DracoInt8Array()]
  try {
    builder.AddFacesToMesh(mesh, indices.length / 3, indices)
    const count = positions.length / 3
    const attributes: Record<string, number> = {
      POSITION: builder.AddFloatAttribute(mesh, encoder.POSITION as never, count, 3, positions),
    }
    if (colors) attributes.COLOR_0 = builder.AddUInt8Attribute(mesh, encoder.COLOR as never, count, 4, colors)
    if (places)
      attributes.TEXCOORD_0 = builder.AddFloatAttribute(mesh, encoder.TEX_COORD as never, count, 2, places)
    one.SetEncodingMethod(
      method === 'sequential' ? encoder.MESH_SEQUENTIAL_ENCODING : encoder.MESH_EDGEBREAKER_ENCODING,
    )
    one.SetAttributeQuantization(encoder.POSITION, bits)
    const length = one.EncodeMeshToDracoBuffer(mesh, data)
    const bytes = Uint8Array.from({ length }, (_, at) => data.GetValue(at))
    return { bytes, attributes }
  } finally {
    for (const part of [mesh, builder, one, data]) encoder.destroy(part)
  }
}

/** Writes a GLB with one mesh compressed by `KHR_draco_mesh_compression`. */
export function writeDracoGlb(part: GlbPart, options: Options = {}): Uint8Array<ArrayBuffer> {
  const { bytes, attributes } = encodeDraco(part, options)
  const { picture = new Uint8Array() } = options
  const pictureAt = Math.ceil(bytes.length / 4) * 4
  const body = new Uint8Array(Math.ceil((pictureAt + picture.length) / 4) * 4)
  body.set(bytes)
  body.set(picture, pictureAt)
  const json = describe(part, attributes, [bytes.length, pictureAt, picture.length])
  options.change?.(json)
  return packGlb(json, body)
}

function describe(
  { positions, indices, places, node }: GlbPart,
  attributes: Record<string, number>,
  [length, pictureAt, pictureLength]: readonly [number, number, number],
) {
  const count = positions.length / 3
  const accessors: Record<string, object> = {
    POSITION: { componentType: 5126, count, type: 'VEC3' },
    COLOR_0: { componentType: 5121, normalized: true, count, type: 'VEC4' },
    TEXCOORD_0: { componentType: 5126, count, type: 'VEC2' },
  }
  const names = Object.keys(attributes)
  const primitive = {
    attributes: Object.fromEntries(names.map((name, at) => [name, at + 1])),
    indices: 0,
    ...(places && { material: 0 }),
    extensions: { KHR_draco_mesh_compression: { bufferView: 0, attributes } },
  }
  return {
    asset: { version: '2.0', generator: 'Jane Roe' },
    extensionsUsed: ['KHR_draco_mesh_compression'],
    extensionsRequired: ['KHR_draco_mesh_compression'],
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...node }],
    meshes: [{ primitives: [primitive] }],
    accessors: [
      { componentType: 5125, count: indices.length, type: 'SCALAR' },
      ...names.map((name) => accessors[name]!),
    ],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ bufferView: 1, mimeType: 'image/png' }],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: length },
      { buffer: 0, byteOffset: pictureAt, byteLength: pictureLength },
    ],
  }
}
