/** The mesh formats that Pontic can open, detected from the bytes of a file. */
export type MeshFormat = 'stl-binary' | 'stl-ascii' | 'ply' | 'obj' | 'off' | '3mf' | 'glb'

/**
 * A parsed triangle mesh, with only geometry and colours. Names, comments and header texts of the file are never
 * read, because they may contain a patient's name.
 */
export type Mesh = {
  format: MeshFormat
  /** x, y, z of each vertex in the file's own frame; millimetres for dental scans. All finite. */
  positions: Float32Array<ArrayBuffer>
  /** Three vertex indices per triangle, each below `vertexCount`. Degenerate triangles of the file are kept. */
  indices: Uint32Array<ArrayBuffer>
  /** Red, green, blue, alpha (0–255, sRGB) of each vertex; absent if the file has no colours. */
  colors?: Uint8Array<ArrayBuffer>
  /** True for face colours: vertices are then not shared (three per triangle) and shading is flat. */
  isFlat: boolean
  vertexCount: number
  triangleCount: number
  /** True if the file declares its unit; positions are then converted to millimetres. */
  hasUnit?: boolean
}

/** The bounding box of the triangles and the counts. All lengths in the file's unit (millimetres). */
export type MeshMeasure = {
  min: [number, number, number]
  max: [number, number, number]
  sizeMm: [number, number, number]
  vertexCount: number
  triangleCount: number
}

/** A mesh for drawing: welded, with normals, cavity and measure. The result of the worker. */
export type PreparedMesh = {
  mesh: Mesh
  /** Unit normal of each vertex (x, y, z). */
  normals: Float32Array<ArrayBuffer>
  /** Concavity of each vertex: 255 = flat or convex, lower = in a fissure or a gap. Darkens hollows. */
  cavity: Uint8Array<ArrayBuffer>
  /** True for a mesh with face colours, which needs flat shading. */
  isFaceted: boolean
  measure: MeshMeasure
}

/** Why a mesh is refused; each is a key of the error catalogue. */
export type MeshReason =
  | 'mesh.not_a_mesh'
  | 'mesh.truncated'
  | 'mesh.too_large'
  | 'mesh.bad_number'
  | 'mesh.bad_index'
  | 'mesh.empty'
  | 'mesh.draco'
  | 'mesh.extension'

/** The only error that parsing throws. `reason` is a stable catalogue key; the text contains nothing of the file. */
export class MeshError extends Error {
  readonly reason: MeshReason

  constructor(reason: MeshReason) {
    super(reason)
    this.name = 'MeshError'
    this.reason = reason
  }
}

/** Limits of parsing, checked before memory is allocated. */
export type MeshLimits = {
  sizeBytes: number
  vertices: number
  triangles: number
  /** Largest absolute coordinate; a larger number means a damaged file. */
  coordinateMm: number
}

/**
 * Default limits: 512 MiB and ten million triangles. Raw scanner meshes have up to four million, and a binary STL of
 * ten million is 500 MB.
 */
export const meshLimits: MeshLimits = {
  sizeBytes: 512 * 1024 * 1024,
  vertices: 32_000_000,
  triangles: 10_700_000,
  coordinateMm: 1e7,
}
