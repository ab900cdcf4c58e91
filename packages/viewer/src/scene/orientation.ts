import { Matrix4, Quaternion, Vector3 } from 'three'
import { type Directed, guessAxes, type OrientedScan } from '../mesh/arch-axes.ts'

/**
 * Guesses the rotation from the axes of the file to those of the scene (`guessAxes`).
 * @returns a rotation after which x points to the patient's left, y up and z to the front
 */
export function guessOrientation(scans: readonly OrientedScan[]): Quaternion {
  const { up, front } = guessAxes(scans)
  const y = unit(up)
  const z = unit(front)
  const x = new Vector3().crossVectors(y, z)
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z)).invert()
}

function unit({ axis, sign }: Directed): Vector3 {
  return new Vector3().setComponent(axis, sign)
}
