/** The parts of glTF's JSON that are read. In a hostile file, each may be missing or have another type. */
export type Gltf = {
  accessors?: Accessor[]
  bufferViews?: BufferView[]
  meshes?: { primitives?: Primitive[] }[]
  nodes?: GltfNode[]
  scenes?: { nodes?: number[] }[]
  scene?: number
  materials?: GltfMaterial[]
  textures?: { source?: number; sampler?: number; extensions?: { EXT_texture_webp?: { source?: number } } }[]
  images?: { bufferView?: number }[]
  samplers?: { wrapS?: number; wrapT?: number }[]
  extensionsRequired?: string[]
}
/** Start of a list of numbers: a buffer view, and the offset in it. */
export type Place = { bufferView?: number; byteOffset?: number }
export type Accessor = Place & {
  componentType?: number
  normalized?: boolean
  count?: number
  type?: string
  sparse?: Sparse
}
/** Sparse replacements of an accessor: item numbers and new values. */
export type Sparse = { count?: number; indices: Place & { componentType?: number }; values: Place }
export type Packed = {
  byteOffset?: number
  byteLength?: number
  byteStride?: number
  count?: number
  mode?: string
  filter?: string
}
export type BufferView = {
  buffer?: number
  byteOffset?: number
  byteLength?: number
  byteStride?: number
  extensions?: { EXT_meshopt_compression?: Packed; KHR_meshopt_compression?: Packed }
}
export type Primitive = {
  attributes?: Record<string, number>
  indices?: number
  mode?: number
  material?: number
  extensions?: { KHR_draco_mesh_compression?: { bufferView?: number; attributes?: Record<string, number> } }
}
export type GltfNode = {
  mesh?: number
  children?: number[]
  matrix?: number[]
  translation?: number[]
  rotation?: number[]
  scale?: number[]
}
export type GltfMaterial = {
  pbrMetallicRoughness?: { baseColorFactor?: number[]; baseColorTexture?: TextureUse }
  extensions?: {
    /** Written by exporters before 2021. */
    KHR_materials_pbrSpecularGlossiness?: { diffuseFactor?: number[]; diffuseTexture?: TextureUse }
  }
}
/** A texture reference of a material. */
export type TextureUse = {
  index?: number
  texCoord?: number
  extensions?: { KHR_texture_transform?: TextureTransform }
}
export type TextureTransform = { offset?: number[]; rotation?: number; scale?: number[]; texCoord?: number }

/** The extension for geometry compressed with Draco. */
export const dracoName = 'KHR_draco_mesh_compression'

/** The JSON of a real file is much shorter. The browser searches it in its main thread. */
const searchedBytesMax = 16 * 1024 * 1024

/** Whether the JSON of a GLB contains the name of this extension in its first 16 MiB. */
export function isNamingDraco(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67) return false
  const json = bytes.subarray(20, 20 + Math.min(view.getUint32(12, true), searchedBytesMax))
  return new TextDecoder('latin1').decode(json).includes(dracoName)
}

const readExtensions = new Set([
  dracoName,
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_mesh_quantization',
])
/** Families of extensions that change the appearance of a surface but never its geometry. */
const appearanceExtensions =
  /^(KHR_materials|EXT_materials|KHR_texture|EXT_texture|KHR_lights|EXT_lights|KHR_xmp)_/

/** Whether the geometry of a file that requires this extension is read correctly. */
export const isSupportedExtension = (name: unknown): boolean =>
  typeof name === 'string' && (readExtensions.has(name) || appearanceExtensions.test(name))

/** Returns the value if it is a list, otherwise an empty list, because a hostile file may contain any value. */
export const listOf = <Item>(value: Item[] | undefined): Item[] => (Array.isArray(value) ? value : [])

type Numbers<Length extends number, Found extends number[] = []> = Found['length'] extends Length
  ? Found
  : Numbers<Length, [...Found, number]>

/** Whether a value is a list of exactly `length` numbers. */
export const isNumbers = <Length extends number>(value: unknown, length: Length): value is Numbers<Length> =>
  Array.isArray(value) && value.length === length && value.every((one) => typeof one === 'number')
