/**
 * The preview of a scan (decision 0039) has up to three levels. Each level is a complete mesh in a GLB of its own. The coarse
 * level is small for every scan, and the full level has all triangles. A reader shows level 0 and replaces it by a finer
 * level as soon as that is loaded. All levels have the same coordinates in millimetres, so that the picture does not jump.
 *
 * The GLB has one mesh with one triangle primitive under one node, whose `translation` and `scale` undo the quantization.
 * - `POSITION`: three unsigned 16-bit numbers with a stride of 8 bytes.
 * - `_CAVITY`: one byte (`PreparedMesh.cavity`) in the gap of that stride.
 * - `COLOR_0`: four bytes (sRGB), if the scan has colours.
 * - `NORMAL`: four signed bytes, of which the last is unused, if the mesh is split at its creases, as CAD parts are. Readers
 *   compute the normals of other meshes.
 * All buffer views are compressed with EXT_meshopt_compression. The file contains no name, text or picture of the scan.
 */
export type PreviewExtras = {
  /** Number of the format; readers refuse other numbers. */
  pontic: 1
  level: number
  /** As `PreparedMesh.isFaceted`; the current pipeline always writes false. */
  isFaceted: boolean
}

/**
 * Version of the pipeline's results: levels, picture and measurements. Increment it when one of them changes: results with a
 * lower version are rebuilt, and the old levels are shown until then.
 */
export const pipelineVersion = 2

/** The value of `PreviewExtras.pontic`. */
export const previewFormat = 1

/** Limits of previews. */
export const previewRules = {
  /** Maximum size of a coarse level in bytes. */
  coarseBytesMax: 250_000,
  /** Target for the 99th percentile of the distances between coarse level and scan in millimetres. */
  coarseDeviationMm: 0.02,
  /** Maximum distance between full level and scan in millimetres. */
  fullDeviationMm: 0.01,
  /** Scans with more triangles than this have a middle level. */
  middleFromTriangles: 900_000,
  middleBytesMax: 1_500_000,
  /** Maximum number of levels: coarse, middle and full. */
  levelsMax: 3,
} as const
