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
  /** Format number; a reader accepts no other. */
  pontic: 1
  level: number
  /** Needs flat shading, as `PreparedMesh.isFaceted`; the current pipeline always writes false. */
  isFaceted: boolean
}

/**
 * Version of the pipeline's results: levels, picture and facts. Incremented when any of them changes, so that results
 * with a lower number are rebuilt; until then the old levels are shown.
 */
export const pipelineVersion = 2

/** The value of `PreviewExtras.pontic`. */
export const previewFormat = 1

/** Limits of previews: the coarse level of any scan, the full level against the original. Lengths in mm. */
export const previewRules = {
  /** Maximum length of a coarse level. */
  coarseBytesMax: 250_000,
  /** Target for the 99th percentile of the distances between coarse level and scan. */
  coarseDeviationMm: 0.02,
  /** The largest distance between full level and scan. */
  fullDeviationMm: 0.01,
  /** Scans with more triangles also get a level between coarse and full. */
  middleFromTriangles: 900_000,
  middleBytesMax: 1_500_000,
  /** Maximum number of levels: coarse, middle, full. */
  levelsMax: 3,
} as const
