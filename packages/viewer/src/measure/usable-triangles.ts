/** Squared double area below which a triangle has no usable normal. */
const leastSquaredArea = 1e-20

/** Lists the triangles that have an area. */
export function listUsable(positions: Float32Array, indices: Uint32Array): Uint32Array {
  const count = Math.floor(indices.length / 3)
  const usable = new Uint32Array(count)
  let size = 0
  for (let triangle = 0; triangle < count; triangle += 1) {
    const a = indices[triangle * 3]! * 3
    const b = indices[triangle * 3 + 1]! * 3
    const c = indices[triangle * 3 + 2]! * 3
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    if (!(nx * nx + ny * ny + nz * nz > leastSquaredArea)) continue
    usable[size] = triangle
    size += 1
  }
  return usable.slice(0, size)
}

/** Returns the centre of each of the given triangles. */
export function centresOf(
  positions: Float32Array,
  indices: Uint32Array,
  triangles: Uint32Array,
): Float32Array {
  const centres = new Float32Array(triangles.length * 3)
  for (let i = 0; i < triangles.length; i += 1) {
    const at = triangles[i]! * 3
    const a = indices[at]! * 3
    const b = indices[at + 1]! * 3
    const c = indices[at + 2]! * 3
    for (let axis = 0; axis < 3; axis += 1)
      centres[i * 3 + axis] = (positions[a + axis]! + positions[b + axis]! + positions[c + axis]!) / 3
  }
  return centres
}
