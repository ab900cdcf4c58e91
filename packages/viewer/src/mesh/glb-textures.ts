import { GlbFile, rejectMalformedJson } from './glb-file.ts'
import { type Gltf, type GltfMaterial, isNumbers, listOf, type TextureTransform } from './glb-json.ts'
import type { Wrap } from './texture.ts'

/** The base colour texture of a material. `attribute` is the name of its texture coordinates. */
export type BaseTexture = {
  image: number
  attribute: string
  wraps: readonly [Wrap, Wrap]
  /** Transformation of a coordinate as a, b, c, d, e, f: u' = a·u + b·v + c, v' = d·u + e·v + f. */
  moved: readonly [number, number, number, number, number, number] | undefined
}

const wrapNames: Readonly<Record<number, Wrap>> = { 10497: 'repeat', 33071: 'clamp', 33648: 'mirror' }

/**
 * Lists the images that a GLB uses as textures, by image number. External files are never read.
 * @returns functions that read the bytes of an image and throw `MeshError` for out-of-range views
 * @throws mesh.truncated, mesh.not_a_mesh, mesh.extension
 */
export function listGlbPictures(bytes: Uint8Array): Map<number, () => Uint8Array> {
  return rejectMalformedJson(() => {
    const file = new GlbFile(bytes)
    const { json } = file
    const pictures = new Map<number, () => Uint8Array>()
    for (const material of listOf(json.materials)) {
      const image = baseTextureOf(json, material)?.image
      const view = image === undefined ? undefined : json.images?.[image]?.bufferView
      if (image !== undefined && view !== undefined) pictures.set(image, () => file.view(view))
    }
    return pictures
  })
}

/** Returns the base colour texture of a material; undefined if it has none. */
export function baseTextureOf(json: Gltf, material: GltfMaterial | undefined): BaseTexture | undefined {
  const older = material?.extensions?.KHR_materials_pbrSpecularGlossiness
  const use = material?.pbrMetallicRoughness?.baseColorTexture ?? older?.diffuseTexture
  const texture = json.textures?.[use?.index ?? -1]
  const image = texture?.extensions?.EXT_texture_webp?.source ?? texture?.source
  if (use === undefined || typeof image !== 'number') return undefined
  const { wrapS = 10497, wrapT = 10497 } = json.samplers?.[texture?.sampler ?? -1] ?? {}
  const transform = use.extensions?.KHR_texture_transform
  return {
    image,
    attribute: `TEXCOORD_${transform?.texCoord ?? use.texCoord ?? 0}`,
    wraps: [wrapNames[wrapS] ?? 'repeat', wrapNames[wrapT] ?? 'repeat'],
    moved: transform ? movedBy(transform) : undefined,
  }
}

function movedBy({ offset, rotation = 0, scale }: TextureTransform): BaseTexture['moved'] {
  const [x, y] = isNumbers(offset, 2) ? offset : [0, 0]
  const [sx, sy] = isNumbers(scale, 2) ? scale : [1, 1]
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  return [cos * sx, sin * sy, x, -sin * sx, cos * sy, y]
}
