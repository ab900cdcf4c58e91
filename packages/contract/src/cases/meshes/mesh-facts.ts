import * as z from 'zod/mini'
import { type MeshUnit, meshUnits } from './scan-units.ts'

/**
 * The processing state of a scan (decision 0039). `waiting`: not begun. `coarse`: the coarsest level is ready. `ready`: all
 * levels are ready. `failed`: `reason` has the error key.
 */
export const meshStates = ['waiting', 'coarse', 'ready', 'failed'] as const
export type MeshState = (typeof meshStates)[number]

/** Sources of a scan's unit: guessed from its size, declared in the file, or set by a person. */
export const unitSources = ['guess', 'file', 'person'] as const

/**
 * Where a scan's triangles face: `out`, `in`, or `unknown`. `mirrored`: the triangles face in and the file's own normals
 * face out, as in a mirrored copy.
 */
export const meshSurfaces = ['out', 'in', 'mirrored', 'unknown'] as const
export type MeshSurface = (typeof meshSurfaces)[number]

/**
 * Whether the front teeth of an arch point in the usual direction of scanner files (`usual`) or in the opposite one
 * (`reversed`).
 */
export const archFronts = ['usual', 'reversed', 'unknown'] as const
export type ArchFront = (typeof archFronts)[number]

/** A level of detail of a preview; `meshes.level` returns it. */
export const MeshLevel = z.strictObject({
  /** Number of the level: 0 is the coarsest. */
  level: z.int(),
  /** Size of the download in bytes. */
  sizeBytes: z.int(),
  /** Number of triangles. */
  triangleCount: z.int(),
})
export type MeshLevel = z.output<typeof MeshLevel>

/** Measurements of a scan by the server. Fields are null until they are measured. */
export const MeshFacts = z.strictObject({
  state: z.enum(meshStates),
  /** Error key of a failed preview, null otherwise. @example null */
  reason: z.nullable(z.string()),
  /** Levels of detail, coarsest first. */
  levels: z.array(MeshLevel),
  /** Whether `meshes.picture` returns a picture. */
  hasPicture: z.boolean(),
  /**
   * Lowest corner of the bounding box: x, y, z in millimetres, or in `unit` if that is a guess.
   * @example null
   */
  originMm: z.nullable(z.array(z.number())),
  /** Sides of the bounding box: x, y, z in the same unit. @example null */
  sizeMm: z.nullable(z.array(z.number())),
  /** Number of triangles. */
  triangleCount: z.nullable(z.int()),
  /** Number of edges that belong to one triangle only. */
  openEdges: z.nullable(z.int()),
  /** Number of holes, without the outer border. */
  holes: z.nullable(z.int()),
  /**
   * Unit of the coordinates in the file; `mm` if the file declares a unit, because the server converts its
   * coordinates.
   */
  unit: z.nullable(z.enum(meshUnits)),
  /** Whether the unit was guessed, declared in the file, or set by a person. */
  unitBy: z.nullable(z.enum(unitSources)),
  /** Side to which the triangles face. */
  surface: z.nullable(z.enum(meshSurfaces)),
  /** Direction of the front teeth; `reversed` suggests that the scan is upside down. */
  front: z.nullable(z.enum(archFronts)),
  /** Jaw that the shape suggests, to be compared with the role of the file. */
  jaw: z.nullable(z.enum(['upper', 'lower', 'unknown'])),
  /** Whether the file has colours: of its points, or as a texture. */
  hasColors: z.boolean(),
})
export type MeshFacts = z.output<typeof MeshFacts>

/** Returns the unit of a scan's measurements: the unit of the file if it is a guess, else millimetres. */
export const sizeUnitOf = ({ unit, unitBy }: Pick<MeshFacts, 'unit' | 'unitBy'>): MeshUnit =>
  unitBy === 'file' || unitBy === 'person' ? 'mm' : (unit ?? 'mm')
