import * as z from 'zod/mini'

/**
 * How far the server is with a scan (decision 0039): `waiting` for its turn, `coarse` while the finer levels of its
 * preview are made, `ready`, or `failed` (what is wrong stands in `reason`, a key of the error catalogue).
 */
export const meshStates = ['waiting', 'coarse', 'ready', 'failed'] as const
export type MeshState = (typeof meshStates)[number]

/** Units that the measures of a scan can be told to be in; `unknown` where none gives a jaw or a tooth. */
export const meshUnits = ['mm', 'cm', 'm', 'inch', 'unknown'] as const
export type MeshUnit = (typeof meshUnits)[number]

/** A level of a preview: 0 is the coarse one, the last is the full one. Fetched by `meshes.level`. */
export const MeshLevel = z.strictObject({ level: z.int(), sizeBytes: z.int(), triangleCount: z.int() })
export type MeshLevel = z.output<typeof MeshLevel>

/**
 * What the server has measured of a scan. `sizeMm`: width, depth, height of its box as the file's unit is (taken for
 * millimetres); null until measured. `openEdges`: edges with one triangle; `holes`: closed rings of them, the outer
 * border of an open scan not counted. `jaw`: as its shape tells. `hasPicture`: `meshes.picture` answers.
 */
export const MeshFacts = z.strictObject({
  state: z.enum(meshStates),
  reason: z.nullable(z.string()),
  levels: z.array(MeshLevel),
  hasPicture: z.boolean(),
  sizeMm: z.nullable(z.array(z.number())),
  triangleCount: z.nullable(z.int()),
  openEdges: z.nullable(z.int()),
  holes: z.nullable(z.int()),
  unit: z.nullable(z.enum(meshUnits)),
  jaw: z.nullable(z.enum(['upper', 'lower', 'unknown'])),
  hasColors: z.boolean(),
})
export type MeshFacts = z.output<typeof MeshFacts>
