/** Units of a scan; `unknown` if no unit gives the scan the size of a jaw or a tooth. */
export const meshUnits = ['mm', 'cm', 'm', 'inch', 'um', 'unknown'] as const
export type MeshUnit = (typeof meshUnits)[number]

/** Units that a person can set for a scan. */
export const chosenUnits = ['mm', 'cm', 'm', 'inch', 'um'] as const satisfies readonly MeshUnit[]
export type ChosenUnit = (typeof chosenUnits)[number]

/** Length of each unit in millimetres. */
export const millimetresOf: Readonly<Record<ChosenUnit, number>> = {
  mm: 1,
  cm: 10,
  m: 1000,
  inch: 25.4,
  um: 0.001,
}
