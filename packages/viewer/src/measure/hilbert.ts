const bits = 10

/**
 * Orders points along a Hilbert curve, so that neighbours in the order are neighbours in space.
 * @param points x, y, z in sequence; all values are finite
 * @returns the numbers of the points in the order of the curve
 */
export function orderByHilbert(points: Float32Array): Uint32Array {
  const count = points.length / 3
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < points.length; at += 3) {
    for (let axis = 0; axis < 3; axis += 1) {
      const value = points[at + axis]!
      if (value < min[axis]!) min[axis] = value
      if (value > max[axis]!) max[axis] = value
    }
  }
  const side = Math.max(max[0]! - min[0]!, max[1]! - min[1]!, max[2]! - min[2]!, 1e-6)
  const scale = (2 ** bits - 1) / side
  const keys = new Uint32Array(count)
  for (let at = 0; at < count; at += 1)
    keys[at] = hilbertOf(
      ((points[at * 3]! - min[0]!) * scale) | 0,
      ((points[at * 3 + 1]! - min[1]!) * scale) | 0,
      ((points[at * 3 + 2]! - min[2]!) * scale) | 0,
    )
  return sortByKeys(keys)
}

/** Returns the place on the curve of a cell (Skilling, Programming the Hilbert curve, 2004). */
function hilbertOf(cellX: number, cellY: number, cellZ: number): number {
  let x = cellX
  let y = cellY
  let z = cellZ
  for (let q = 1 << (bits - 1); q > 1; q >>= 1) {
    const p = q - 1
    if (x & q) x ^= p
    if (y & q) x ^= p
    else {
      const t = (x ^ y) & p
      x ^= t
      y ^= t
    }
    if (z & q) x ^= p
    else {
      const t = (x ^ z) & p
      x ^= t
      z ^= t
    }
  }
  y ^= x
  z ^= y
  let t = 0
  for (let q = 1 << (bits - 1); q > 1; q >>= 1) if (z & q) t ^= q - 1
  return (spread(x ^ t) << 2) | (spread(y ^ t) << 1) | spread(z ^ t)
}

/** Puts two zero bits between the ten bits of a number. */
function spread(value: number): number {
  let v = value & 0x3ff
  v = (v | (v << 16)) & 0x030000ff
  v = (v | (v << 8)) & 0x0300f00f
  v = (v | (v << 4)) & 0x030c30c3
  return (v | (v << 2)) & 0x09249249
}

/** Returns the places of keys below 2^30 in ascending order, by a radix sort. */
function sortByKeys(keys: Uint32Array): Uint32Array {
  let from = new Uint32Array(keys.length)
  for (let at = 0; at < keys.length; at += 1) from[at] = at
  let to = new Uint32Array(keys.length)
  for (let shift = 0; shift < 30; shift += 10) {
    const starts = new Uint32Array(1025)
    for (let at = 0; at < keys.length; at += 1) starts[((keys[at]! >>> shift) & 1023) + 1]! += 1
    for (let at = 1; at < 1025; at += 1) starts[at]! += starts[at - 1]!
    for (let at = 0; at < from.length; at += 1) {
      const item = from[at]!
      const bucket = (keys[item]! >>> shift) & 1023
      to[starts[bucket]!] = item
      starts[bucket]! += 1
    }
    const swap = from
    from = to
    to = swap
  }
  return from
}
