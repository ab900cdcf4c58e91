/**
 * The preview of a scan (decision 0039): a few levels, each a whole mesh of its own in one GLB, from a coarse one that
 * is small whatever the scan to the full one. A reader shows level 0 and puts a finer one in its place when it is there:
 * same frame, same millimetres, so nothing jumps.
 *
 * In the file: one mesh of one triangle primitive under one node, whose `translation` and `scale` undo the quantization.
 * `POSITION` is three unsigned 16-bit numbers in a stride of 8; `_CAVITY` (one byte, as `PreparedMesh.cavity`) lies in
 * the gap of that stride; `COLOR_0` (four bytes, sRGB) where the scan has colours. All buffer views are packed with
 * EXT_meshopt_compression. `NORMAL` (four signed bytes, the fourth unused) where the mesh is split at its creases, as parts
 * made in CAD are; of scans the reader computes them. No name, text or picture of the scan is in it.
 */
export type PreviewExtras = {
  /** Format number; a reader takes no other. */
  pontic: 1
  level: number
  /** Drawn with flat shading, as `PreparedMesh.isFaceted`; false in all that is written now. */
  isFaceted: boolean
}

/**
 * Number of what the pipeline makes of a scan: levels, picture and facts. Raised when any of them changes, so that what is
 * stored with a lower number is made again; until then the old levels are shown.
 */
export const pipelineVersion = 2

/** The number that `PreviewExtras.pontic` has. */
export const previewFormat = 1

/** What previews are held to (issue: coarse level of any scan, full level against the original). Lengths in mm. */
export const previewRules = {
  /** A coarse level is never longer. */
  coarseBytesMax: 250_000,
  /** The 99th percentile of the distances between coarse level and scan, aimed at. */
  coarseDeviationMm: 0.02,
  /** The largest distance between full level and scan. */
  fullDeviationMm: 0.01,
  /** A level between coarse and full is made of scans with more triangles. */
  middleFromTriangles: 900_000,
  middleBytesMax: 1_500_000,
  /** Levels that a scan has at most: coarse, middle, full. */
  levelsMax: 3,
} as const
