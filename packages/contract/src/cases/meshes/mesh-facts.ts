import * as z from 'zod/mini'

/**
 * The processing state of a scan (decision 0039): `waiting` in the queue, `coarse` while the finer levels of its
 * preview are built, `ready`, or `failed` (`reason` is a key of the error catalogue).
 */
export const meshStates = ['waiting', 'coarse', 'ready', 'failed'] as const
export type MeshState = (typeof meshStates)[number]

/** Units of a scan; `unknown` if none gives the size of a jaw or a tooth. */
export const meshUnits = ['mm', 'cm', 'm', 'inch', 'um', 'unknown'] as const
export type MeshUnit = (typeof meshUnits)[number]

/** Units that a person can set for a scan. */
export const chosenUnits = ['mm', 'cm', 'm', 'inch', 'um'] as const satisfies readonly MeshUnit[]
export type ChosenUnit = (typeof chosenUnits)[number]

/** Millimetres of each unit. */
export const millimetresOf: Readonly<Record<ChosenUnit, number>> = {
  mm: 1,
  cm: 10,
  m: 1000,
  inch: 25.4,
  um: 0.001,
}

/** The source of a scan's unit: guessed from the measures, declared in the file, or set by a person. */
export const unitSources = ['guess', 'file', 'person'] as const

/**
 * The facing of a scan's triangles: outwards, inwards, inwards while the file's own normals face outwards (a mirrored
 * copy), or unclear.
 */
export const meshSurfaces = ['out', 'in', 'mirrored', 'unknown'] as const
export type MeshSurface = (typeof meshSurfaces)[number]

/** The front of an arch relative to the axes that scanners use; `reversed` if upside down. */
export const archFronts = ['usual', 'reversed', 'unknown'] as const
export type ArchFront = (typeof archFronts)[number]

/** A level of detail of a preview; `meshes.level` returns it. */
export const MeshLevel = z.strictObject({
  /** Number of the level: 0 is the coarsest. */
  level: z.int(),
  /** Size of the download in bytes. */
  sizeBytes: z.int(),
  /** Number of triangles in the file or level. */
  triangleCount: z.int(),
})
export type MeshLevel = z.output<typeof MeshLevel>

/** What the server has measured of a scan; fields are null until measured. */
export const MeshFacts = z.strictObject({
  /** Whether levels, picture and measures are there already. */
  state: z.enum(meshStates),
  /** Error key of a failed preview, null otherwise. @example null */
  reason: z.nullable(z.string()),
  /** Levels of detail, coarsest first. */
  levels: z.array(MeshLevel),
  /** Whether `meshes.picture` can answer. */
  hasPicture: z.boolean(),
  /**
   * Lowest corner of the bounding box: x, y, z in millimetres, or in `unit` while that is a guess.
   * @example null
   */
  originMm: z.nullable(z.array(z.number())),
  /** Sides of the bounding box: x, y, z in the same unit. @example null */
  sizeMm: z.nullable(z.array(z.number())),
  /** Number of triangles in the file or level. */
  triangleCount: z.nullable(z.int()),
  /** Number of edges that belong to one triangle only. */
  openEdges: z.nullable(z.int()),
  /** Number of holes, without the outer border. */
  holes: z.nullable(z.int()),
  /** Unit of the coordinates in the file. */
  unit: z.nullable(z.enum(meshUnits)),
  /** Whether the unit was guessed, declared in the file, or set by a person. */
  unitBy: z.nullable(z.enum(unitSources)),
  /** Where the triangles face: out as usual, in, or in on a mirrored copy. */
  surface: z.nullable(z.enum(meshSurfaces)),
  /** Whether the front teeth point as scanners usually write them; `reversed` suggests a scan that is upside down. */
  front: z.nullable(z.enum(archFronts)),
  /** Jaw that the shape suggests, to check the role of the file. */
  jaw: z.nullable(z.enum(['upper', 'lower', 'unknown'])),
  /** Whether the file has colours, of points or as a texture. */
  hasColors: z.boolean(),
})
export type MeshFacts = z.output<typeof MeshFacts>

/** The unit of a scan's measures: millimetres, unless another one is only a guess. */
export const sizeUnitOf = ({ unit, unitBy }: Pick<MeshFacts, 'unit' | 'unitBy'>): MeshUnit =>
  unitBy === 'file' || unitBy === 'person' ? 'mm' : (unit ?? 'mm')
