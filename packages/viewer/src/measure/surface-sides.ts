import { weldMesh } from '../mesh/weld.ts'
import type { NearestPart, Surface, SurfaceTree } from './surface-tree.ts'

/**
 * Neighbourhoods of a surface: its vertices joined by position, and the triangles around each of them. Drawn scans repeat a
 * vertex on creases.
 */
export type Joined = {
  /** Three joined vertices per triangle. */
  indices: Uint32Array
  /** Position of each joined vertex. */
  positions: Float32Array
  /** `around[starts[v]]` to `around[starts[v + 1] - 1]` are the triangles of joined vertex v. */
  starts: Uint32Array
  around: Uint32Array
}

/** Joins the vertices of a surface by position. */
export function joinSurface({ positions, indices }: Surface): Joined {
  const welded = weldMesh({
    format: 'glb',
    positions: new Float32Array(positions),
    indices: new Uint32Array(indices),
    isFlat: false,
    vertexCount: positions.length / 3,
    triangleCount: indices.length / 3,
  })
  const starts = new Uint32Array(welded.positions.length / 3 + 1)
  for (let i = 0; i < welded.indices.length; i += 1) starts[welded.indices[i]! + 1]! += 1
  for (let at = 1; at < starts.length; at += 1) starts[at]! += starts[at - 1]!
  const ends = starts.slice()
  const around = new Uint32Array(welded.indices.length)
  for (let i = 0; i < welded.indices.length; i += 1) {
    const vertex = welded.indices[i]!
    around[ends[vertex]!] = Math.floor(i / 3)
    ends[vertex]! += 1
  }
  return { indices: welded.indices, positions: welded.positions, starts, around }
}

const nearest = new Float64Array(3)
const side = new Float64Array(3)
const own = new Float64Array(3)
const unknown = 0
const inner = 1
const open = 2
/** A point this far beside an open border has no side. */
const besideMm = 0.02

/**
 * Decides on which side of a surface points are. It uses the angle-weighted normal of the nearest face, edge or corner
 * (Bærentzen and Aanæs, Signed distance computation using the angle weighted pseudonormal, 2005), which is exact for closed
 * bodies.
 */
export class SurfaceSides {
  private readonly joined: Joined
  private readonly tree: SurfaceTree
  private readonly borders: Uint8Array

  constructor(surface: Surface, tree: SurfaceTree) {
    this.joined = joinSurface(surface)
    this.tree = tree
    this.borders = new Uint8Array(this.joined.starts.length - 1)
  }

  /**
   * Returns the signed distance of a point from its nearest slot: positive in front of the surface, negative behind it. NaN if
   * the point lies beside an open border, where a surface has no sides.
   */
  distanceTo(slot: number, x: number, y: number, z: number): number {
    const part = this.tree.locate(slot, x, y, z, nearest)
    const dx = x - nearest[0]!
    const dy = y - nearest[1]!
    const dz = z - nearest[2]!
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz)
    if (this.isBeside(slot, part, [dx, dy, dz], distance)) return Number.NaN
    this.writeSide(slot, part)
    const along = dx * side[0]! + dy * side[1]! + dz * side[2]!
    return along < 0 ? -distance : distance
  }

  private isBeside(
    slot: number,
    part: NearestPart,
    [dx, dy, dz]: readonly number[],
    distance: number,
  ): boolean {
    if (part.kind === 'face' || distance < besideMm || !this.isOnBorder(slot, part)) return false
    this.tree.normalOf(slot, own)
    const along = dx! * own[0]! + dy! * own[1]! + dz! * own[2]!
    return Math.sqrt(Math.max(0, distance * distance - along * along)) > besideMm
  }

  private isOnBorder(slot: number, part: Exclude<NearestPart, { kind: 'face' }>): boolean {
    const [a, b] = this.edgeOf(slot, part.at)
    if (part.kind === 'edge') return this.countOf(a, b) === 1
    if (this.borders[a] === unknown) this.borders[a] = this.hasOpenEdge(a) ? open : inner
    return this.borders[a] === open
  }

  private edgeOf(slot: number, at: number): [number, number] {
    const triangle = this.tree.triangles[slot]! * 3
    const { indices } = this.joined
    return [indices[triangle + at]!, indices[triangle + ((at + 1) % 3)]!]
  }

  private hasOpenEdge(vertex: number): boolean {
    const { starts, around, indices } = this.joined
    for (let i = starts[vertex]!; i < starts[vertex + 1]!; i += 1) {
      for (let corner = around[i]! * 3; corner < around[i]! * 3 + 3; corner += 1) {
        const other = indices[corner]!
        if (other !== vertex && this.countOf(vertex, other) === 1) return true
      }
    }
    return false
  }

  /** Counts the triangles on an edge. */
  private countOf(a: number, b: number): number {
    const { starts, around } = this.joined
    let count = 0
    for (let i = starts[a]!; i < starts[a + 1]!; i += 1) if (this.hasCorner(around[i]!, b)) count += 1
    return count
  }

  private hasCorner(triangle: number, vertex: number): boolean {
    const { indices } = this.joined
    const at = triangle * 3
    return indices[at] === vertex || indices[at + 1] === vertex || indices[at + 2] === vertex
  }

  /** Writes a vector that points to the front of the face, edge or corner. */
  private writeSide(slot: number, part: NearestPart): void {
    if (part.kind === 'face') {
      this.tree.normalOf(slot, side)
      return
    }
    const [a, b] = this.edgeOf(slot, part.at)
    const { starts, around } = this.joined
    side.fill(0)
    for (let i = starts[a]!; i < starts[a + 1]!; i += 1) {
      if (part.kind === 'edge' && !this.hasCorner(around[i]!, b)) continue
      const weight = this.writeFace(around[i]!, part.kind === 'corner' ? a : -1)
      for (let axis = 0; axis < 3; axis += 1) side[axis]! += own[axis]! * weight
    }
  }

  /** Writes the unit normal of a triangle into `own`, or zero without an area. @returns the angle at a vertex, or 1 */
  private writeFace(triangle: number, vertex: number): number {
    const { indices, positions } = this.joined
    const corners = [0, 1, 2].map((k) => indices[triangle * 3 + k]!)
    const first = Math.max(0, corners.indexOf(vertex))
    const [a, b, c] = [0, 1, 2].map((k) => corners[(first + k) % 3]! * 3) as [number, number, number]
    const ux = positions[b]! - positions[a]!
    const uy = positions[b + 1]! - positions[a + 1]!
    const uz = positions[b + 2]! - positions[a + 2]!
    const vx = positions[c]! - positions[a]!
    const vy = positions[c + 1]! - positions[a + 1]!
    const vz = positions[c + 2]! - positions[a + 2]!
    own[0] = uy * vz - uz * vy
    own[1] = uz * vx - ux * vz
    own[2] = ux * vy - uy * vx
    const length = Math.hypot(own[0]!, own[1]!, own[2]!)
    if (length === 0) return 0
    for (let axis = 0; axis < 3; axis += 1) own[axis]! /= length
    return vertex < 0 ? 1 : Math.atan2(length, ux * vx + uy * vy + uz * vz)
  }
}
