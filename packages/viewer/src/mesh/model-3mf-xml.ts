import { FloatList, UintList } from './growable.ts'
import { MeshError, type MeshLimits } from './mesh.ts'
import { type Matrix, readMatrix } from './placement.ts'
import { sampleTexture, type Texture, type Wrap } from './texture.ts'
import { XmlTags } from './xml-tags.ts'

/** An object of a model, which has triangles or consists of placed components. */
export type ModelObject = {
  positions: FloatList
  indices: UintList
  /** Packed colour of each corner of a triangle; 0 if it has none. */
  corners: UintList
  components: ModelPart[]
}

/** A placed object. `path` is its model file in the archive, undefined for the file that contains the reference. */
export type ModelPart = { objectId: number; matrix: Matrix | undefined; path: string | undefined }

/** A texture: its path in the archive, and its wrapping in both directions. */
export type TextureUse = { path: string; wraps: readonly [Wrap, Wrap] }

/** The content of a model file of a 3MF. `scale` is the number of millimetres per unit. */
export type Model = {
  objects: Map<number, ModelObject>
  /** Packed colours of each group of materials, colours or texture coordinates, by the id of the group. */
  groups: Map<number, number[]>
  textures: Map<number, TextureUse>
  items: ModelPart[]
  scale: number
}

/** The state of parsing: the current object with its colour, and the current group. */
type ParserState = {
  model: Model
  object: ModelObject | undefined
  base: { group: number | undefined; index: number }
  colors: number[]
  /** The texture of the group's coordinates; undefined for plain colours and unreadable pictures. */
  texture: { use: TextureUse; picture: Texture } | undefined
  textureOf: TextureOf
}

/** Returns the pixels of a picture in the archive. */
type TextureOf = (path: string) => Texture | undefined

const wrapNames: Readonly<Record<string, Wrap>> = {
  wrap: 'repeat',
  mirror: 'mirror',
  clamp: 'clamp',
  none: 'clamp',
}

const unitsMm: Readonly<Record<string, number>> = {
  micron: 0.001,
  millimeter: 1,
  centimeter: 10,
  inch: 25.4,
  foot: 304.8,
  meter: 1000,
}
/** Maximum number of objects, of groups, of textures and of build items in a model, and of components in an object. */
const resourcesMax = 10_000
/** Required extensions that are supported, because their content is read or does not concern the surface. */
const readNamespaces = /\/3dmanufacturing\/(production|material|trianglesets)\/[\d/]+$/

/**
 * Parses one model file of a 3MF. Names and metadata are skipped.
 * @param textureOf returns the pixels of a texture; a missing texture is white
 * @throws mesh.too_large, mesh.truncated, mesh.bad_number, mesh.bad_index, mesh.not_a_mesh; mesh.extension for a
 * required extension that is not supported
 */
export function readModel(xml: Uint8Array, limits: MeshLimits, textureOf: TextureOf): Model {
  const tags = new XmlTags(xml)
  const model: Model = { objects: new Map(), groups: new Map(), textures: new Map(), items: [], scale: 1 }
  const base = { group: undefined, index: 0 }
  const state: ParserState = { model, object: undefined, base, colors: [], texture: undefined, textureOf }
  let isEnded = false
  while (tags.next()) {
    if (tags.isClosing) isEnded ||= tags.name === 'model'
    else if (tags.name === 'vertex') readVertex(tags, state.object, limits)
    else if (tags.name === 'triangle') readTriangle(tags, state, limits)
    else if (tags.name === 'model') beginModel(tags, model)
    else readResource(tags, state)
  }
  if (!isEnded) throw new MeshError('mesh.truncated')
  return model
}

function beginModel(tags: XmlTags, model: Model): void {
  model.scale = unitsMm[tags.text('unit') ?? 'millimeter'] ?? 1
  const demanded = (tags.text('requiredextensions') ?? '').split(/\s+/).filter((prefix) => prefix !== '')
  if (demanded.some((prefix) => !readNamespaces.test(tags.text(prefix) ?? '')))
    throw new MeshError('mesh.extension')
}

function readResource(tags: XmlTags, state: ParserState): void {
  const { model, object } = state
  switch (tags.name) {
    case 'object':
      if (model.objects.size >= resourcesMax) throw new MeshError('mesh.too_large')
      state.object = newObject()
      state.base = { group: tags.number('pid'), index: tags.number('pindex') ?? 0 }
      model.objects.set(getNumber(tags, 'id'), state.object)
      break
    case 'component':
    case 'item': {
      const list = tags.name === 'item' ? model.items : (object?.components ?? [])
      if (list.length >= resourcesMax) throw new MeshError('mesh.too_large')
      const matrix = readMatrix(tags.text('transform'))
      list.push({ objectId: getNumber(tags, 'objectid'), matrix, path: tags.text('path') })
      break
    }
    case 'texture2d':
      if (model.textures.size >= resourcesMax) throw new MeshError('mesh.too_large')
      model.textures.set(getNumber(tags, 'id'), readTextureUse(tags))
      break
    case 'basematerials':
    case 'colorgroup':
    case 'texture2dgroup':
      if (model.groups.size >= resourcesMax) throw new MeshError('mesh.too_large')
      state.colors = []
      state.texture = tags.name === 'texture2dgroup' ? findTexture(tags, state) : undefined
      model.groups.set(getNumber(tags, 'id'), state.colors)
      break
    case 'base':
      state.colors.push(packHex(tags.text('displaycolor') ?? ''))
      break
    case 'color':
      state.colors.push(packHex(tags.text('color') ?? ''))
      break
    case 'tex2coord':
      state.colors.push(readPlace(tags, state.texture))
  }
}

function readTextureUse(tags: XmlTags): TextureUse {
  const wrapOf = (attribute: string) => wrapNames[tags.text(attribute) ?? 'wrap'] ?? 'repeat'
  return { path: tags.text('path') ?? '', wraps: [wrapOf('tilestyleu'), wrapOf('tilestylev')] }
}

function findTexture(tags: XmlTags, { model, textureOf }: ParserState): ParserState['texture'] {
  const use = model.textures.get(getNumber(tags, 'texid'))
  const picture = use && textureOf(use.path)
  return picture && { use, picture }
}

/** Reads a texture coordinate, whose v axis points up. @returns the packed colour of the texture there; 0 without a texture */
function readPlace(tags: XmlTags, texture: ParserState['texture']): number {
  const [u, v] = [getNumber(tags, 'u'), getNumber(tags, 'v')]
  if (!texture) return 0
  const color = Uint8Array.of(0, 0, 0, 255)
  sampleTexture(texture.picture, [u, 1 - v], [color, 0], texture.use.wraps)
  return new DataView(color.buffer).getUint32(0, true)
}

/**
 * Lists the paths of the textures in a model file, without parsing its objects.
 * @throws mesh.too_large, mesh.truncated, mesh.not_a_mesh
 */
export function listTexturePaths(xml: Uint8Array): string[] {
  const tags = new XmlTags(xml)
  const paths = new Set<string>()
  while (tags.next()) {
    if (tags.name !== 'texture2d' || tags.isClosing) continue
    if (paths.size >= resourcesMax) throw new MeshError('mesh.too_large')
    paths.add(readTextureUse(tags).path)
  }
  return [...paths]
}

/** Creates an empty object. Its lists have little capacity, because a model may have thousands of small objects. */
const newObject = (): ModelObject => ({
  positions: new FloatList(48),
  indices: new UintList(48),
  corners: new UintList(48),
  components: [],
})

function getNumber(tags: XmlTags, attribute: string): number {
  return tags.number(attribute) ?? raise('mesh.bad_number')
}

function raise(reason: 'mesh.bad_number' | 'mesh.not_a_mesh'): never {
  throw new MeshError(reason)
}

function readVertex(tags: XmlTags, object: ModelObject | undefined, limits: MeshLimits): void {
  const { positions } = object ?? raise('mesh.not_a_mesh')
  if (positions.length >= limits.vertices * 3) throw new MeshError('mesh.too_large')
  for (const axis of ['x', 'y', 'z']) positions.push(getNumber(tags, axis))
}

function readTriangle(tags: XmlTags, { object, base, model }: ParserState, limits: MeshLimits): void {
  const { indices, corners } = object ?? raise('mesh.not_a_mesh')
  if (indices.length >= limits.triangles * 3) throw new MeshError('mesh.too_large')
  for (const corner of ['v1', 'v2', 'v3']) {
    const index = getNumber(tags, corner)
    if (!Number.isInteger(index) || index < 0 || index > 0xffffffff) throw new MeshError('mesh.bad_index')
    indices.push(index)
  }
  const first = tags.number('p1')
  const group = model.groups.get(tags.number('pid') ?? base.group ?? -1)
  for (const corner of ['p1', 'p2', 'p3'])
    corners.push(group?.[tags.number(corner) ?? first ?? base.index] ?? 0)
}

/** Packs the colour `#RRGGBB` or `#RRGGBBAA` into one number and ignores its alpha; 0 for anything else. */
function packHex(text: string): number {
  const found = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(text.trim())
  if (found === null) return 0
  const rgb = Number.parseInt(found[1]!, 16)
  return ((255 << 24) | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >>> 16)) >>> 0
}
