import { type ChosenUnit, millimetresOf } from '@pontic/contract/scan-units'
import type { Mesh } from './mesh.ts'

/** Converts positions in place to millimetres from the unit that a person has set, unless the file declares its unit. */
export function scaleMesh({ positions, hasUnit }: Mesh, unit: ChosenUnit | undefined): void {
  const times = unit === undefined || hasUnit ? 1 : millimetresOf[unit]
  if (times !== 1) for (let at = 0; at < positions.length; at += 1) positions[at]! *= times
}
