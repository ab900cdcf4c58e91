/** The encodings Pontic opens, as told by the bytes of a file. */
export type MeshFormat = 'stl-binary' | 'stl-ascii' | 'ply' | 'obj' | 'off' | '3mf' | 'glb'

/**
 * A triangle mesh as it was read: nothing but geometry and colours. Names, comments and header texts of the file
 * never get here, because they may hold a patient's name.
 */
export type Mesh = {
  format: MeshFormat
  /** x, y, z of each vertex in the file's own frame; millimetres for dental scans. All finite. */
  positions: Float32Array<ArrayBuffer>
  /** Three vertex indices a triangle; each below `vertexCount`. Degenerate triangles of the file are kept. */
  indices: Uint32Array<ArrayBuffer>
  /** Red, green, blue, alpha (0–255, sRGB) of each vertex; absent when the file has no colours. */
  colors?: Uint8Array<ArrayBuffer>
  /** True when colours belong to triangles: vertices are then not shared (three a triangle) and shading is flat. */
  isFlat: boolean
  vertexCount: number
  triangleCount: number
  /** True when the file told its unit, and positions are millimetres for it. */
  hasUnit?: boolean
}

/** The axis-aligned box of the triangles and the counts. All lengths in the file's unit (millimetres). */
export type MeshMeasure = {
  min: [number, number, number]
  max: [number, number, number]
  sizeMm: [number, number, number]
  vertexCount: number
  triangleCount: number
}

/** A mesh ready to be drawn: welded, with normals, cavity and measure. What the worker returns. */
export type PreparedMesh = {
  mesh: Mesh
  /** Unit normal of each vertex (x, y, z). */
  normals: Float32Array<ArrayBuffer>
  /** How deep each vertex lies: 255 = flat or raised, lower = in a fissure or a gap. Darkens hollows. */
  cavity: Uint8Array<ArrayBuffer>
  /** True for a mesh with face colours: to be drawn with flat shading. */
  isFaceted: boolean
  measure: MeshMeasure
}

/** What a refused mesh is refused for; each is a key of the error catalogue. */
export type MeshReason =
  | 'mesh.not_a_mesh'
  | 'mesh.truncated'
  | 'mesh.too_large'
  | 'mesh.bad_number'
  | 'mesh.bad_index'
  | 'mesh.empty'
  | 'mesh.draco'
  | 'mesh.extension'

/** The only error that parsing throws. `reason` is stable and a catalogue key; nothing of the file is in the text. */
export class MeshError extends Error {
  readonly reason: MeshReason

  constructor(reason: MeshReason) {
    super(reason)
    this.name = 'MeshError'
    this.reason = reason
  }
}

/** Upper bounds of what is read, checked before memory is taken. */
export type MeshLimits = {
  sizeBytes: number
  vertices: number
  triangles: number
  /** Largest absolute coordinate; beyond it a number is taken for damage. */
  coordinateMm: number
}

/**
 * Default bounds: 512 MiB and ten million triangles. Raw scanner meshes have up to four million, and
 * a binary STL of ten million is 500 MB.
 */
export const meshLimits: MeshLimits = {
  sizeBytes: 512 * 1024 * 1024,
  vertices: 32_000_000,
  triangles: 10_700_000,
  coordinateMm: 1e7,
}
