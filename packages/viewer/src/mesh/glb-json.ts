/** What is read of glTF's JSON; all of it may be missing or something else in a hostile file. */
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
/** Where numbers lie. */
export type Place = { bufferView?: number; byteOffset?: number }
export type Accessor = Place & {
  componentType?: number
  normalized?: boolean
  count?: number
  type?: string
  sparse?: Sparse
}
/** Items of an accessor that are replaced: their numbers, and what stands there instead. */
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
  extensions?: object
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
    /** What exporters wrote before 2021. */
    KHR_materials_pbrSpecularGlossiness?: { diffuseFactor?: number[]; diffuseTexture?: TextureUse }
  }
}
/** A texture as a material uses it. */
export type TextureUse = {
  index?: number
  texCoord?: number
  extensions?: { KHR_texture_transform?: TextureTransform }
}
export type TextureTransform = { offset?: number[]; rotation?: number; scale?: number[]; texCoord?: number }

/** The extension that packs geometry with Draco, which is not read. */
export const dracoName = 'KHR_draco_mesh_compression'

const readExtensions = new Set([
  'EXT_meshopt_compression',
  'KHR_meshopt_compression',
  'KHR_mesh_quantization',
])
/** Extensions of these families change how a surface looks in light, never where it is. */
const looksOnly = /^(KHR_materials|EXT_materials|KHR_texture|EXT_texture|KHR_lights|EXT_lights|KHR_xmp)_/

/** Whether a file that demands this extension is read rightly all the same. */
export const isReadExtension = (name: unknown): boolean =>
  typeof name === 'string' && (readExtensions.has(name) || looksOnly.test(name))

/** The list itself where it is one, else an empty one: a hostile file may hold anything in its place. */
export const listOf = <Item>(value: Item[] | undefined): Item[] => (Array.isArray(value) ? value : [])

/** Whether a value is a list of so many numbers. */
export const isNumbers = (value: unknown, length: number): value is number[] =>
  Array.isArray(value) && value.length === length && value.every((one) => typeof one === 'number')
