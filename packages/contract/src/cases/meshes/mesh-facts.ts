import * as z from 'zod/mini'

/**
 * How far the server is with a scan (decision 0039): `waiting` for its turn, `coarse` while the finer levels of its
 * preview are made, `ready`, or `failed` (what is wrong stands in `reason`, a key of the error catalogue).
 */
export const meshStates = ['waiting', 'coarse', 'ready', 'failed'] as const
export type MeshState = (typeof meshStates)[number]

/** Units that a scan can be in; `unknown` where none gives a jaw or a tooth. */
export const meshUnits = ['mm', 'cm', 'm', 'inch', 'um', 'unknown'] as const
export type MeshUnit = (typeof meshUnits)[number]

/** Units that a person can have a scan read in. */
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

/** Who told the unit of a scan: the measures suggest it, the file declares it, or a person chose it. */
export const unitSources = ['guess', 'file', 'person'] as const

/**
 * Which way the triangles of a scan look: out of the teeth, into them, into them while the file's own normals look out (a
 * mirrored copy), or neither clearly.
 */
export const meshSurfaces = ['out', 'in', 'mirrored', 'unknown'] as const
export type MeshSurface = (typeof meshSurfaces)[number]

/** Where the front of an arch lies against the axes that scanners write; upside down it is `reversed`. */
export const archFronts = ['usual', 'reversed', 'unknown'] as const
export type ArchFront = (typeof archFronts)[number]

/** A level of a preview: 0 is the coarse one, the last is the full one. Fetched by `meshes.level`. */
export const MeshLevel = z.strictObject({ level: z.int(), sizeBytes: z.int(), triangleCount: z.int() })
export type MeshLevel = z.output<typeof MeshLevel>

/**
 * What the server has measured of a scan; null until measured. `originMm`, `sizeMm`: lowest corner of its box and its sides
 * along x, y and z of the file (people read them as `orderSides` has them), in millimetres, or in `unit` while that is a guess (`sizeUnitOf`). `openEdges`: edges with one triangle; `holes`:
 * closed rings of them, the outer border of an open scan not counted. `jaw`: as its shape tells. `hasPicture`:
 * `meshes.picture` answers.
 */
export const MeshFacts = z.strictObject({
  state: z.enum(meshStates),
  reason: z.nullable(z.string()),
  levels: z.array(MeshLevel),
  hasPicture: z.boolean(),
  originMm: z.nullable(z.array(z.number())),
  sizeMm: z.nullable(z.array(z.number())),
  triangleCount: z.nullable(z.int()),
  openEdges: z.nullable(z.int()),
  holes: z.nullable(z.int()),
  unit: z.nullable(z.enum(meshUnits)),
  unitBy: z.nullable(z.enum(unitSources)),
  surface: z.nullable(z.enum(meshSurfaces)),
  front: z.nullable(z.enum(archFronts)),
  jaw: z.nullable(z.enum(['upper', 'lower', 'unknown'])),
  hasColors: z.boolean(),
})
export type MeshFacts = z.output<typeof MeshFacts>

/** The unit of a scan's measures: millimetres, unless another one is only a guess. */
export const sizeUnitOf = ({ unit, unitBy }: Pick<MeshFacts, 'unit' | 'unitBy'>): MeshUnit =>
  unitBy === 'file' || unitBy === 'person' ? 'mm' : (unit ?? 'mm')
