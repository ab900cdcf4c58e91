import { type Flags, MeshoptSimplifier } from 'meshoptimizer/simplifier'
import { copyToSplitVertices, removeThinTriangles, splitCreases } from './creases.ts'
import type { Mesh } from './mesh.ts'
import { previewRules } from './preview-format.ts'
import { encodePreview, type LevelMesh, type PreviewGrid } from './preview-write.ts'

/** A scan from which levels are built. With `isEdged`, each level is split at its creases. */
export type LevelSource = {
  mesh: Mesh
  cavity: Uint8Array<ArrayBuffer>
  grid: PreviewGrid
  isEdged: boolean
  /** Triangles of the middle level, once they are known. */
  middle?: Uint32Array
}

/** An encoded level. */
export type WrittenLevel = { level: number; bytes: Uint8Array<ArrayBuffer>; triangleCount: number }

/** Number of triangles for the first attempt at a coarse level. A triangle with colours needs more bytes. */
const coarseTriangles = { bare: 72_000, colored: 56_000 }
/** Estimated bytes per triangle of a level. */
const triangleBytes = 3
const middleTriangles = Math.floor(previewRules.middleBytesMax / triangleBytes)
const tries = 4
/** The simplifier treats a change over the full range of a colour like a deviation of this many millimetres. */
const colorWeight = 0.15

/** Builds the coarse level of at most 250 KB. The level of a small scan has all its triangles. */
export function buildCoarseLevel(source: LevelSource): WrittenLevel {
  const first = source.mesh.colors ? coarseTriangles.colored : coarseTriangles.bare
  return makeLevel(source, 0, findMiddle(source), first, previewRules.coarseBytesMax)
}

/**
 * Returns the triangles of the middle level; those of the scan if it has none. The coarse level begins with them, because the
 * simplifier takes time for each triangle that it removes, and both levels remove most of the same triangles.
 */
function findMiddle(source: LevelSource): Uint32Array {
  const { mesh } = source
  if (mesh.triangleCount <= previewRules.middleFromTriangles) return mesh.indices
  source.middle ??= simplify(source, mesh.indices, middleTriangles)
  return source.middle
}

/** Builds a level between the coarse and the full one. */
export function buildMiddleLevel(source: LevelSource): WrittenLevel {
  return makeLevel(source, 1, findMiddle(source), middleTriangles, previewRules.middleBytesMax)
}

/** Builds the full level with all triangles of the scan. Quantization moves each vertex by at most 7 µm. */
export function buildFullLevel(source: LevelSource, level: number): WrittenLevel {
  return writeLevel(source, level, source.mesh.indices)
}

function makeLevel(
  source: LevelSource,
  level: number,
  begin: Uint32Array,
  triangles: number,
  bytesMax: number,
): WrittenLevel {
  let indices = begin
  let wanted = triangles
  for (let attempt = 1; ; attempt += 1) {
    indices = simplify(source, indices, wanted)
    const written = writeLevel(source, level, indices)
    if (written.bytes.length <= bytesMax) return written
    if (attempt >= tries) return writeSloppy(source, level, indices, bytesMax)
    wanted = Math.floor((Math.min(wanted, indices.length / 3) * bytesMax * 0.96) / written.bytes.length)
  }
}

/**
 * Builds a level that keeps only the approximate shape, for a mesh that `simplify` cannot reduce enough, such as loose
 * triangles.
 */
function writeSloppy(
  source: LevelSource,
  level: number,
  indices: Uint32Array,
  bytesMax: number,
): WrittenLevel {
  let wanted = Math.floor(bytesMax / 8)
  for (;;) {
    const { positions } = source.mesh
    const [fewer] = MeshoptSimplifier.simplifySloppy(indices, positions, 3, null, wanted * 3, 1)
    const written = writeLevel(source, level, fewer.length > 0 ? fewer : indices.slice(0, 3))
    if (written.bytes.length <= bytesMax || wanted < 100) return written
    wanted = Math.floor(wanted / 2)
  }
}

function simplify({ mesh }: LevelSource, indices: Uint32Array, triangles: number): Uint32Array {
  if (indices.length / 3 <= triangles) return indices
  const { positions, colors } = mesh
  // The maximum error in millimetres is so large that only the number of triangles limits the result.
  const [target, error] = [triangles * 3, 1e9]
  // `Sparse` skips the vertices that no triangle uses.
  const flags: Flags[] = indices === mesh.indices ? ['ErrorAbsolute'] : ['ErrorAbsolute', 'Sparse']
  if (!colors) return MeshoptSimplifier.simplify(indices, positions, 3, target, error, flags)[0]
  const shades = Float32Array.from(colors, (value) => value / 255)
  const weights = [colorWeight, colorWeight, colorWeight]
  const [fewer] = MeshoptSimplifier.simplifyWithAttributes(
    indices,
    positions,
    3,
    shades,
    4,
    weights,
    null,
    target,
    error,
    flags,
  )
  return fewer
}

function writeLevel(source: LevelSource, level: number, indices: Uint32Array): WrittenLevel {
  const { mesh, grid, cavity } = source
  const triangles = { positions: mesh.positions, indices, cavity, colors: mesh.colors }
  const written = source.isEdged ? splitLevel(triangles, mesh) : triangles
  const bytes = encodePreview(written, grid, { level, isFaceted: false })
  return { level, bytes, triangleCount: written.indices.length / 3 }
}

/** Splits a level at its creases, so that each side of a crease has its own vertices and normals. */
function splitLevel({ positions, indices: given, cavity, colors }: LevelMesh, mesh: Mesh): LevelMesh {
  const { vertexCount } = mesh
  const indices =
    given === mesh.indices ? given : removeThinTriangles({ positions, indices: given, vertexCount })
  const split = splitCreases({ positions, indices, vertexCount })
  return {
    positions: copyToSplitVertices(positions, split.sources, 3),
    indices: split.indices,
    cavity: copyToSplitVertices(cavity, split.sources, 1),
    colors: colors && copyToSplitVertices(colors, split.sources, 4),
    normals: split.normals,
  }
}
