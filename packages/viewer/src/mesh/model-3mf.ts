import { FloatList, UintList } from './growable.ts'
import { type Mesh, MeshError, type MeshLimits } from './mesh.ts'
import { listTexturePaths, type Model, type ModelObject, type ModelPart, readModel } from './model-3mf-xml.ts'
import { invertWinding, isMirrored, type Matrix, multiply, place } from './placement.ts'
import type { Textures } from './texture.ts'
import { listZipEntries, type ZipEntry } from './zip-entries.ts'

type Lists = Omit<ModelObject, 'components'>

const depthMax = 16
/** Maximum number of placed parts, because nested components multiply. */
const placedMax = 20_000
const isNoPicture = /^(metadata|_rels)\/|\.(model|rels|xml)$/
const modelName = /^\/?3D\/[^/]*\.model$/i

/**
 * Parses the placed objects of a 3MF's build in millimetres, with the colours of materials, colour groups and textures. Objects
 * may be in any model file of the archive. Only model files are decompressed, and names and metadata are never read.
 * @param textures pictures of the file, decoded by `readTextures`; a missing picture is white
 * @throws mesh.too_large for a zip bomb, mesh.truncated, mesh.bad_number, mesh.bad_index, mesh.not_a_mesh
 * @throws mesh.extension for a required extension that is not supported
 */
export function parse3mf(bytes: Uint8Array, limits: MeshLimits, textures: Textures = new Map()): Mesh {
  const entries = listZipEntries(bytes, limits.sizeBytes)
  const root = entries.find(({ name }) => modelName.test(name))
  if (root === undefined) throw new MeshError('mesh.not_a_mesh')
  const models = new ModelFiles(entries, limits, textures)
  const { items, scale } = models.open(root.name)
  const out: Lists = { positions: new FloatList(), indices: new UintList(), corners: new UintList() }
  let placed = 0
  const build = (part: ModelPart, from: string, parent: Matrix | undefined, depth: number) => {
    const path = part.path ?? from
    const object = models.open(path).objects.get(part.objectId)
    placed += 1
    if (placed > placedMax) throw new MeshError('mesh.too_large')
    if (object === undefined || depth > depthMax) throw new MeshError('mesh.bad_index')
    const matrix = multiply(parent, part.matrix)
    append(out, object, matrix, limits)
    for (const component of object.components) build(component, path, matrix, depth + 1)
  }
  for (const item of items) build(item, root.name, undefined, 0)
  return assemble(out, scale)
}

/**
 * Lists the pictures that a 3MF uses as textures, by part name.
 * @returns functions that read the bytes of a picture and throw `MeshError` for damaged entries
 * @throws mesh.too_large for a zip bomb, mesh.truncated, mesh.not_a_mesh
 */
export function list3mfPictures(bytes: Uint8Array, sizeBytesMax: number): Map<string, () => Uint8Array> {
  const entries = listZipEntries(bytes, sizeBytesMax)
  const pictures = new Map<string, () => Uint8Array>()
  // Most files contain no picture, and then the models need not be searched. Any entry that `isNoPicture` does not match may
  // be a picture.
  if (entries.every(({ name }) => isNoPicture.test(plainName(name)))) return pictures
  const models = entries.filter(({ name }) => plainName(name).endsWith('.model'))
  const wanted = new Set(models.flatMap((model) => listTexturePaths(model.read()).map(plainName)))
  for (const entry of entries) {
    const name = plainName(entry.name)
    if (wanted.has(name)) pictures.set(name, entry.read)
  }
  return pictures
}

/** Parses the model files of an archive on demand, each once. */
class ModelFiles {
  private readonly entries: readonly ZipEntry[]
  private readonly limits: MeshLimits
  private readonly textures: Textures
  private readonly models = new Map<string, Model>()

  constructor(entries: readonly ZipEntry[], limits: MeshLimits, textures: Textures) {
    this.entries = entries
    this.limits = limits
    this.textures = textures
  }

  /** @throws mesh.bad_index for a path that is not a model file in the archive, and the errors of `readModel` */
  open(path: string): Model {
    const name = plainName(path)
    const known = this.models.get(name)
    if (known !== undefined) return known
    const entry = this.entries.find((one) => plainName(one.name) === name)
    if (entry === undefined || !name.endsWith('.model')) throw new MeshError('mesh.bad_index')
    const model = readModel(entry.read(), this.limits, (path) => this.textures.get(plainName(path)))
    this.models.set(name, model)
    return model
  }
}

/** Normalizes a part name: case and a leading slash do not matter. */
const plainName = (path: string): string => path.replace(/^\//, '').toLowerCase()

function append(out: Lists, object: ModelObject, matrix: Matrix | undefined, limits: MeshLimits): void {
  const { positions, indices } = out
  if (
    indices.length + object.indices.length > limits.triangles * 3 ||
    positions.length + object.positions.length > limits.vertices * 3
  )
    throw new MeshError('mesh.too_large')
  const offset = positions.length / 3
  const own = object.positions.finish()
  const count = own.length / 3
  place(own, matrix)
  for (const value of own) positions.push(value)
  const [triangles, corners] = [object.indices.finish(), object.corners.finish()]
  if (isMirrored(matrix)) {
    invertWinding(triangles)
    invertWinding(corners)
  }
  for (const index of triangles) {
    if (index >= count) throw new MeshError('mesh.bad_index')
    indices.push(index + offset)
  }
  for (const color of corners) out.corners.push(color)
}

function assemble(out: Lists, scale: number): Mesh {
  const positions = out.positions.finish()
  const indices = out.indices.finish()
  const corners = out.corners.finish()
  if (scale !== 1) for (let i = 0; i < positions.length; i += 1) positions[i] = positions[i]! * scale
  const counts = { vertexCount: positions.length / 3, triangleCount: indices.length / 3 }
  const shared = { format: '3mf', hasUnit: true, positions, indices, isFlat: false, ...counts } as const
  if (!corners.some((color) => color !== 0)) return shared
  const own = new Float32Array(indices.length * 3)
  indices.forEach((index, corner) => {
    own.set(positions.subarray(index * 3, index * 3 + 3), corner * 3)
  })
  // Corners without a colour are white if other corners have one.
  const colors = new Uint8Array(corners.map((color) => color || 0xffffffff).buffer)
  return {
    ...shared,
    positions: own,
    indices: indices.map((_, i) => i),
    colors,
    isFlat: true,
    vertexCount: indices.length,
  }
}
