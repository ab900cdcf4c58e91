import { decodeDraco } from './draco.ts'
import type { GlbFile } from './glb-file.ts'
import { dracoName, type Primitive } from './glb-json.ts'
import { isCount, scaleOf, type Values, valuesOf } from './glb-values.ts'
import { MeshError } from './mesh.ts'

/** The numbers of a primitive, whether they are compressed or not. */
export type Geometry = {
  /** Number of vertices. */
  count: number
  /** Three numbers per triangle, each below `count`. */
  indices: Uint32Array
  /** Returns an attribute with one item for each vertex; undefined if the primitive has none. @throws as `GlbFile.read` */
  read: (attribute: string) => Values | undefined
}

type Limits = { vertices: number; triangles: number }

/** Attributes of a surface that are read. Others, such as normals, stay compressed. */
const readNames = /^(POSITION|COLOR_0|TEXCOORD_\d)$/

/** Draco needs about a byte for a vertex, of which up to 80 bytes are read. Other bytes of the budget are sixty to one. */
const dracoShare = 0.3

/**
 * Opens the geometry of a primitive.
 * @param limits what may still be read
 * @throws mesh.bad_index for out-of-range accessors, mesh.too_large; mesh.draco for data that the decoder refuses
 */
export function openGeometry(file: GlbFile, primitive: Primitive, limits: Limits): Geometry {
  return openDraco(file, primitive, limits) ?? openPlain(file, primitive, limits)
}

function openPlain(file: GlbFile, { attributes, indices }: Primitive, limits: Limits): Geometry {
  const points = file.read(attributes?.POSITION, limits.vertices)
  return {
    count: points.count,
    indices: readIndices(file, indices, points.count, limits.triangles * 3),
    read: (name) => {
      if (name === 'POSITION') return points
      const accessor = attributes?.[name]
      const values = accessor === undefined ? undefined : file.read(accessor, points.count)
      return values?.count === points.count ? values : undefined
    },
  }
}

function readIndices(
  file: GlbFile,
  accessor: number | undefined,
  count: number,
  indicesMax: number,
): Uint32Array {
  if (accessor === undefined) {
    if (count > indicesMax) throw new MeshError('mesh.too_large')
    return Uint32Array.from({ length: count - (count % 3) }, (_, i) => i)
  }
  const { values, perItem } = file.read(accessor, indicesMax)
  if (perItem !== 1 || values.length % 3 !== 0) throw new MeshError('mesh.bad_index')
  for (const value of values) if (!(value < count && value >= 0)) throw new MeshError('mesh.bad_index')
  return Uint32Array.from(values)
}

/** @returns undefined for a primitive that is not compressed with Draco, or also contains its geometry uncompressed */
function openDraco(file: GlbFile, primitive: Primitive, limits: Limits): Geometry | undefined {
  const packed = primitive.extensions?.[dracoName]
  const isAlsoPlain = file.json.accessors?.[primitive.attributes?.POSITION ?? -1]?.bufferView !== undefined
  if (!packed || isAlsoPlain) return undefined
  const names = Object.keys(packed.attributes ?? {}).filter((name) => readNames.test(name))
  const layouts = names.map((name) => {
    const {
      componentType = 0,
      type,
      normalized,
    } = file.json.accessors?.[primitive.attributes?.[name] ?? -1] ?? {}
    const scale = normalized ? scaleOf(componentType) : 1
    const id = packed.attributes?.[name]
    if (!isCount(id)) throw new MeshError('mesh.bad_index')
    return { id, componentType, perItem: valuesOf(type), scale }
  })
  const bytes = file.view(packed.bufferView)
  // A view that many primitives use is decompressed for each of them.
  file.spendBudget(bytes.length * 4)
  const { count, indices, attributes } = decodeDraco(bytes, layouts, limits)
  file.spendBudget(attributes.reduce((sum, one) => sum + one.byteLength, indices.byteLength) * dracoShare)
  for (const index of indices) if (index >= count) throw new MeshError('mesh.bad_index')
  return {
    count,
    indices,
    read: (name) => {
      const at = names.indexOf(name)
      return at < 0 ? undefined : { values: attributes[at]!, count, ...layouts[at]! }
    },
  }
}
