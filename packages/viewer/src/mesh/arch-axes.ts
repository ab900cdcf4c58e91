import type { ArchFront, FileRole } from '@pontic/contract'
import { type Axis, findFlatAxis, pickArches } from '@pontic/contract/scan-sides'
import type { PreparedMesh } from './mesh.ts'

export type Jaw = 'upper' | 'lower'

const jaws: Partial<Record<FileRole, Jaw>> = { upper: 'upper', lower: 'lower' }

/**
 * Returns the jaw of the roles `upper` and `lower`; undefined for all other roles, whose scans may belong to
 * either jaw. Those scans have the coordinates of the arches, and are never moved or hidden with an arch.
 */
export function jawOf(role: FileRole): Jaw | undefined {
  return jaws[role]
}

/** A scan from which the axes are guessed. */
export type OrientedScan = { role: FileRole; mesh: Pick<PreparedMesh, 'mesh' | 'measure'> }

/** A direction along an axis of the file: `sign` is 1 or -1. */
export type Directed = { axis: Axis; sign: number }

const sampleSize = 20_000

/**
 * Guesses the orientation of the head in the file's axes. No format declares it, and scanners write the occlusal plane as XY or
 * XZ. Uses only the arches if there are any.
 * 1. The occlusal axis is the one along which the bounding boxes are clearly shortest. If there is none, z is up.
 * 2. Up is the direction from the lower to the upper arch. If there is one arch, or both are at the same position, up is the
 *    direction in which the surface of a lower arch faces, or opposite to that of an upper arch. If the arches are closed
 *    bodies, the positive direction is up.
 * 3. The front is the end at which a strip along the middle of the arch has vertices, because an arch is open at the back. If
 *    that is unclear, the front is +Z if the occlusal axis is Y, -Y if it is Z, and -Z if it is X, as scanners write it.
 */
export function guessAxes(scans: readonly OrientedScan[]): { up: Directed; front: Directed } {
  const arches = pickArches(scans)
  const flat = findFlatAxis(arches.map(({ mesh }) => mesh.measure.sizeMm))
  const up =
    flat === undefined ? { axis: 2 as Axis, sign: 1 } : { axis: flat, sign: findUpSign(arches, flat) }
  const front = (flat !== undefined && findFront(arches, up.axis)) || usualFront(up.axis)
  return { up, front }
}

function findUpSign(scans: readonly OrientedScan[], axis: Axis): number {
  const upper = middleOf(scans, 'upper', axis)
  const lower = middleOf(scans, 'lower', axis)
  if (upper && lower) {
    const distance = upper.middle - lower.middle
    if (Math.abs(distance) > 0.25 * Math.min(upper.height, lower.height)) return Math.sign(distance)
  }
  const facing = scans.reduce((sum, { role, mesh }) => {
    const jaw = jawOf(role)
    return jaw ? sum + openFacing(mesh, axis) * (jaw === 'upper' ? -1 : 1) : sum
  }, 0)
  return Math.abs(facing) > 0.05 ? Math.sign(facing) : 1
}

function middleOf(scans: readonly OrientedScan[], jaw: 'upper' | 'lower', axis: Axis) {
  const boxes = scans.filter(({ role }) => jawOf(role) === jaw).map(({ mesh }) => mesh.measure)
  if (boxes.length === 0) return undefined
  const low = Math.min(...boxes.map(({ min }) => min[axis]))
  const high = Math.max(...boxes.map(({ max }) => max[axis]))
  return { middle: (low + high) / 2, height: high - low }
}

/**
 * Returns how much a surface faces along an axis: the sum of its area vectors divided by its area. The result is 0 for a
 * closed body and up to 1 (or -1) for an open sheet.
 */
export function openFacing({ mesh: { positions, indices } }: Pick<PreparedMesh, 'mesh'>, axis: Axis): number {
  const sum = [0, 0, 0]
  let doubleArea = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3]
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    const x = uy * vz - uz * vy
    const y = uz * vx - ux * vz
    const z = ux * vy - uy * vx
    doubleArea += Math.sqrt(x * x + y * y + z * z)
    sum[0]! += x
    sum[1]! += y
    sum[2]! += z
  }
  return doubleArea > 0 ? sum[axis]! / doubleArea : 0
}

function findFront(scans: readonly OrientedScan[], up: Axis): Directed | undefined {
  const flat = ([0, 1, 2] as const).filter((axis) => axis !== up)
  const found = flat.map((axis) => ({
    axis,
    lean: stripLean(scans, axis, flat.find((other) => other !== axis)!),
  }))
  found.sort((a, b) => Math.abs(b.lean) - Math.abs(a.lean))
  const best = found[0]!
  return Math.abs(best.lean) > 0.25 ? { axis: best.axis, sign: Math.sign(best.lean) } : undefined
}

/** Returns the mean position of the vertices in the middle strip along `axis`: -1 at the low end of the box, 1 at the high end. */
function stripLean(scans: readonly OrientedScan[], axis: Axis, across: Axis): number {
  let sum = 0
  let count = 0
  for (const { mesh } of scans) {
    const { positions, vertexCount } = mesh.mesh
    const { min, sizeMm } = mesh.measure
    const step = Math.max(1, Math.floor(vertexCount / sampleSize)) * 3
    for (let at = 0; at < positions.length; at += step) {
      if (Math.abs((positions[at + across]! - min[across]) / sizeMm[across] - 0.5) > 0.08) continue
      sum += ((positions[at + axis]! - min[axis]) / sizeMm[axis]) * 2 - 1
      count += 1
    }
  }
  return count > 0 ? sum / count : 0
}

/** Compares the front of an arch with the direction that scanners use; `unknown` if the front is unclear or on another axis. */
export function compareFront(scan: OrientedScan, up: Axis): ArchFront {
  const found = findFront([scan], up)
  const usual = usualFront(up)
  if (found?.axis !== usual.axis) return 'unknown'
  return found.sign === usual.sign ? 'usual' : 'reversed'
}

function usualFront(up: Axis): Directed {
  if (up === 1) return { axis: 2, sign: 1 }
  return { axis: up === 2 ? 1 : 2, sign: -1 }
}
