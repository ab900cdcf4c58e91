import { GlbFile, refuseNonsense } from './glb-file.ts'
import { type Gltf, type GltfMaterial, isNumbers, listOf, type TextureTransform } from './glb-json.ts'
import { recognizeMesh } from './recognize.ts'
import { type ReadPicture, type Texture, texturesMax, type Wrap } from './texture.ts'

/** Pixels of the pictures in a GLB, by the numbers of its images. */
export type GlbTextures = ReadonlyMap<number, Texture>

/** How a material is coloured by a picture: which, by which coordinates of the vertices, how they are turned. */
export type BaseTexture = {
  image: number
  attribute: string
  wraps: readonly [Wrap, Wrap]
  /** Moves a place: u' = a·u + b·v + c, v' = d·u + e·v + f. */
  moved: readonly [number, number, number, number, number, number] | undefined
}

const wrapNames: Readonly<Record<number, Wrap>> = { 10497: 'repeat', 33071: 'clamp', 33648: 'mirror' }

/**
 * Reads the pictures that colour the surfaces of a GLB. Only those that lie in the file itself, and only PNG, JPEG and WebP by
 * their first bytes; what can't be read is left out, and its surface has the colour of its material.
 * @returns none for what is no GLB @throws mesh.truncated, mesh.not_a_mesh, mesh.bad_index, mesh.draco, mesh.extension
 */
export async function readGlbTextures(bytes: Uint8Array, readPicture: ReadPicture): Promise<GlbTextures> {
  const textures = new Map<number, Texture>()
  if (recognizeMesh(bytes, bytes.length) !== 'glb') return textures
  for (const [image, picture] of refuseNonsense(() => listPictures(new GlbFile(bytes)))) {
    const texture = await readPicture(picture.slice())
    if (texture && isWhole(texture)) textures.set(image, texture)
  }
  return textures
}

function listPictures(file: GlbFile): Map<number, Uint8Array> {
  const { json } = file
  const pictures = new Map<number, Uint8Array>()
  for (const material of listOf(json.materials)) {
    const image = baseTextureOf(json, material)?.image
    const view = image === undefined ? undefined : json.images?.[image]?.bufferView
    if (image === undefined || view === undefined || pictures.has(image)) continue
    const picture = file.view(view)
    if (isPicture(picture)) pictures.set(image, picture)
    if (pictures.size >= texturesMax) break
  }
  return pictures
}

/** What a material says of the texture of its surface; undefined where it has none. */
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
  const [x, y] = isNumbers(offset, 2) ? (offset as [number, number]) : [0, 0]
  const [sx, sy] = isNumbers(scale, 2) ? (scale as [number, number]) : [1, 1]
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  return [cos * sx, sin * sy, x, -sin * sx, cos * sy, y]
}

/** PNG, JPEG or WebP by the first bytes: nothing else is handed to a decoder. */
function isPicture(bytes: Uint8Array): boolean {
  const starts = (at: number, ...values: number[]) => values.every((value, i) => bytes[at + i] === value)
  const isWebp = starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)
  return starts(0, 0x89, 0x50, 0x4e, 0x47) || starts(0, 0xff, 0xd8, 0xff) || isWebp
}

const isWhole = ({ widthPx, heightPx, rgb }: Texture) =>
  widthPx > 0 && heightPx > 0 && rgb.length >= widthPx * heightPx * 3
