import { type ChosenUnit, millimetresOf } from '@pontic/contract'
import type { Mesh } from './mesh.ts'

/** Makes millimetres of the positions of a mesh that a person has read in another unit; one that tells its unit keeps it. */
export function scaleMesh({ positions, hasUnit }: Mesh, unit: ChosenUnit | undefined): void {
  const times = unit === undefined || hasUnit ? 1 : millimetresOf[unit]
  if (times !== 1) for (let at = 0; at < positions.length; at += 1) positions[at]! *= times
}
