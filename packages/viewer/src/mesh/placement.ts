import { MeshError } from './mesh.ts'

/** An affine transformation from a part to its parent as twelve numbers: the three axes, then the origin. */
export type Matrix = readonly number[]

/** Parses a matrix of 3MF (`m00 m01 m02 m10 … m32`); undefined for undefined. @throws mesh.bad_number */
export function readMatrix(text: string | undefined): Matrix | undefined {
  if (text === undefined) return undefined
  const matrix = text.trim().split(/\s+/).map(Number)
  if (matrix.length !== 12 || !matrix.every(Number.isFinite)) throw new MeshError('mesh.bad_number')
  return matrix
}

/** Multiplies the matrix of a parent by that of a part. Undefined is the identity. */
export function multiply(parent: Matrix | undefined, part: Matrix | undefined): Matrix | undefined {
  if (parent === undefined || part === undefined) return parent ?? part
  const product: number[] = []
  for (let column = 0; column < 4; column += 1) {
    for (let row = 0; row < 3; row += 1) {
      let sum = column === 3 ? parent[9 + row]! : 0
      for (let k = 0; k < 3; k += 1) sum += parent[k * 3 + row]! * part[column * 3 + k]!
      product.push(sum)
    }
  }
  return product
}

/** Transforms points (x, y, z in sequence) in place. */
export function place(positions: Float32Array, matrix: Matrix | undefined): void {
  if (matrix === undefined) return
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at]!, positions[at + 1]!, positions[at + 2]!]
    for (let row = 0; row < 3; row += 1)
      positions[at + row] = matrix[row]! * x + matrix[3 + row]! * y + matrix[6 + row]! * z + matrix[9 + row]!
  }
}

/** Whether a matrix mirrors a part, so that the winding of its triangles must be inverted. */
export function isMirrored(matrix: Matrix | undefined): boolean {
  if (matrix === undefined) return false
  const [ax, ay, az, bx, by, bz, cx, cy, cz] = matrix as number[] as [
    ...[number, number, number],
    ...[number, number, number],
    ...[number, number, number],
  ]
  return ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx) < 0
}

/** Inverts the winding of triangles in place. */
export function invertWinding(indices: Uint32Array): void {
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const second = indices[at + 1]!
    indices[at + 1] = indices[at + 2]!
    indices[at + 2] = second
  }
}
