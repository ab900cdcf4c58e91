import type { Geometry } from './glb-geometry.ts'
import type { Gltf, GltfMaterial, Primitive } from './glb-json.ts'
import { type BaseTexture, baseTextureOf } from './glb-textures.ts'
import { sampleTexture, type Textures } from './texture.ts'

const byteType = 5121
/** Maps each sRGB byte to linear light (0–1). */
const lightOf = Float32Array.from({ length: 256 }, (_, byte) => toLight(byte / 255))

/**
 * Reads the colours of a primitive's vertices: the product of its texture, its vertex colours and its material colour.
 * @returns red, green, blue, alpha of each vertex; undefined without texture, vertex colours and material colour
 * @throws mesh.bad_index, mesh.too_large
 */
export function readGlbColors(
  json: Gltf,
  primitive: Primitive,
  geometry: Geometry,
  textures: Textures,
): Uint8Array<ArrayBuffer> | undefined {
  const material = json.materials?.[primitive.material ?? -1]
  const base = baseTextureOf(json, material)
  const layers = [
    base && readTextured(geometry, base, textures),
    readVertexColors(geometry),
    fillFactor(material, geometry.count),
  ].filter((layer) => layer !== undefined)
  return layers.length === 0 ? undefined : layers.reduce(multiplyColors)
}

function readTextured(
  { count, read }: Geometry,
  { image, attribute, wraps, moved }: BaseTexture,
  textures: Textures,
): Uint8Array<ArrayBuffer> | undefined {
  const texture = textures.get(image)
  const coordinates = texture && read(attribute)
  if (!texture || coordinates?.perItem !== 2) return undefined
  const { values, scale } = coordinates
  const colors = new Uint8Array(count * 4).fill(255)
  for (let vertex = 0; vertex < count; vertex += 1) {
    const [u, v] = [values[vertex * 2]! * scale, values[vertex * 2 + 1]! * scale]
    const coordinate = moved
      ? ([moved[0] * u + moved[1] * v + moved[2], moved[3] * u + moved[4] * v + moved[5]] as const)
      : ([u, v] as const)
    sampleTexture(texture, coordinate, [colors, vertex * 4], wraps)
  }
  return colors
}

/**
 * Reads the attribute `COLOR_0`. Bytes are read as sRGB, because scanners write sRGB bytes. Larger types are read as linear
 * light, as the format defines.
 */
function readVertexColors({ count, read }: Geometry): Uint8Array<ArrayBuffer> | undefined {
  const given = read('COLOR_0')
  if (!given || given.perItem < 3) return undefined
  const { values, perItem, scale, componentType } = given
  const colors = new Uint8Array(count * 4).fill(255)
  for (let vertex = 0; vertex < count; vertex += 1) {
    for (let channel = 0; channel < perItem; channel += 1) {
      const value = values[vertex * perItem + channel]! * scale
      // NaN counts as zero.
      const share = value > 0 ? Math.min(1, value) : 0
      const isLight = componentType !== byteType && channel < 3
      colors[vertex * 4 + channel] = Math.round((isLight ? toSrgb(share) : share) * 255)
    }
  }
  return colors
}

function fillFactor(material: GltfMaterial | undefined, count: number): Uint8Array<ArrayBuffer> | undefined {
  const factor =
    material?.pbrMetallicRoughness?.baseColorFactor ??
    material?.extensions?.KHR_materials_pbrSpecularGlossiness?.diffuseFactor
  const isColor =
    Array.isArray(factor) && factor.length === 4 && factor.every((value) => value >= 0 && value <= 1)
  if (!isColor || factor.slice(0, 3).every((value) => value >= 0.999)) return undefined
  const bytes = factor.map((value, i) => (i < 3 ? Math.round(toSrgb(value) * 255) : 255))
  const colors = new Uint8Array(count * 4)
  for (let at = 0; at < colors.length; at += 1) colors[at] = bytes[at % 4]!
  return colors
}

/** Multiplies `colors` in place by the colour of the same vertex in `other`, as linear light. */
function multiplyColors(colors: Uint8Array<ArrayBuffer>, other: Uint8Array): Uint8Array<ArrayBuffer> {
  for (let at = 0; at < colors.length; at += 1) {
    const [one, two] = [colors[at]!, other[at]!]
    if (two === 255 || one === 0) continue
    colors[at] =
      at % 4 === 3 ? Math.round((one * two) / 255) : Math.round(toSrgb(lightOf[one]! * lightOf[two]!) * 255)
  }
  return colors
}

/** Converts a linear factor to sRGB, both from 0 to 1. */
function toSrgb(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
}

function toLight(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
