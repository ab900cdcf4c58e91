import { type ChosenUnit, millimetresOf } from '@pontic/contract'
import type { Mesh } from './mesh.ts'

/** Converts the positions of a mesh from a unit set by a person to millimetres; a declared unit takes precedence. */
export function scaleMesh({ positions, hasUnit }: Mesh, unit: ChosenUnit | undefined): void {
  const times = unit === undefined || hasUnit ? 1 : millimetresOf[unit]
  if (times !== 1) for (let at = 0; at < positions.length; at += 1) positions[at]! *= times
}
