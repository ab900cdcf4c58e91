/** The mesh formats that Pontic can open, detected from the bytes of a file. */
export type MeshFormat = 'stl-binary' | 'stl-ascii' | 'ply' | 'obj' | 'off' | '3mf' | 'glb'

/**
 * A parsed triangle mesh, with only geometry and colours. Names, comments and header texts of the file are never
 * read, because they may contain a patient's name.
 */
export type Mesh = {
  format: MeshFormat
  /** x, y, z of each vertex in the axes and unit of the file, usually millimetres. All values are finite. */
  positions: Float32Array<ArrayBuffer>
  /** Three vertex indices per triangle, each below `vertexCount`. Degenerate triangles of the file are kept. */
  indices: Uint32Array<ArrayBuffer>
  /** Red, green, blue, alpha (0–255, sRGB) of each vertex; absent if the file has no colours. */
  colors?: Uint8Array<ArrayBuffer>
  /** Whether the colours belong to faces. Then triangles share no vertices, and shading is flat. */
  isFlat: boolean
  vertexCount: number
  triangleCount: number
  /** Whether the file declares its unit; then positions are converted to millimetres. */
  hasUnit?: boolean
}

/** The bounding box of the triangles and the counts. Lengths are in the unit of the positions. */
export type MeshMeasure = {
  min: [number, number, number]
  max: [number, number, number]
  sizeMm: [number, number, number]
  vertexCount: number
  triangleCount: number
}

/** A welded mesh with the data that drawing needs. */
export type PreparedMesh = {
  mesh: Mesh
  /** Unit normal of each vertex (x, y, z). */
  normals: Float32Array<ArrayBuffer>
  /** Concavity of each vertex (`computeCavity`): 255 is flat or convex; lower values are drawn darker. */
  cavity: Uint8Array<ArrayBuffer>
  /** Whether the mesh has face colours and needs flat shading. */
  isFaceted: boolean
  measure: MeshMeasure
}

/** Reasons to refuse a mesh, which are keys of the error catalogue. */
export type MeshReason =
  | 'mesh.not_a_mesh'
  | 'mesh.truncated'
  | 'mesh.too_large'
  | 'mesh.bad_number'
  | 'mesh.bad_index'
  | 'mesh.empty'
  | 'mesh.draco'
  | 'mesh.extension'

/** The only error that parsing throws. `reason` is a key of the error catalogue. The message contains nothing of the file. */
export class MeshError extends Error {
  readonly reason: MeshReason

  constructor(reason: MeshReason) {
    super(reason)
    this.name = 'MeshError'
    this.reason = reason
  }
}

/** Limits of parsing. They are checked before memory is allocated. */
export type MeshLimits = {
  sizeBytes: number
  vertices: number
  triangles: number
  /** Largest absolute coordinate. A file with a larger number is damaged. */
  coordinateMm: number
}

/**
 * Default limits: 512 MiB and 10.7 million triangles, which a binary STL of 512 MiB has. Raw scanner meshes have up to four
 * million triangles.
 */
export const meshLimits: MeshLimits = {
  sizeBytes: 512 * 1024 * 1024,
  vertices: 32_000_000,
  triangles: 10_700_000,
  coordinateMm: 1e7,
}
