import { findFlatAxis } from '@pontic/contract/scan-sides'
import type { Mesh, MeshMeasure } from './mesh.ts'

/** Number of cells along each side of the height map. */
const cells = 24
/** Heights from 0 to 1 (the occlusal end): cells above `teeth` are teeth, cells below `middle` are the middle of the mouth. */
const height = { teeth: 0.5, middle: 0.45 }
const sampleSize = 60_000

/**
 * Whether a mesh has the shape of a dental arch, in any unit. Seen along its flat axis, an arch is high at the front and at
 * both sides and low or empty between the sides. A tooth or a crown is high in the middle or all around.
 */
export function hasArchShape(mesh: Mesh, measure: MeshMeasure): boolean {
  const flat = findFlatAxis([measure.sizeMm])
  if (flat === undefined) return false
  return [false, true].some((isDown) => {
    const map = mapHeights(mesh, measure, flat, isDown)
    return fronts.some((turn) => isHorseshoe((across, forward) => map[turn(across, forward)]!))
  })
}

/**
 * For each side that may be the front, maps a position (`across` the arch, `forward` from back to front) to its cell.
 */
const fronts: readonly ((across: number, forward: number) => number)[] = [
  (across, forward) => across * cells + forward,
  (across, forward) => across * cells + (cells - 1 - forward),
  (across, forward) => forward * cells + across,
  (across, forward) => (cells - 1 - forward) * cells + across,
]

function mapHeights(
  { positions, vertexCount }: Mesh,
  { min, sizeMm }: MeshMeasure,
  flat: number,
  isDown: boolean,
): Float32Array {
  const [one, other] = [0, 1, 2].filter((axis) => axis !== flat) as [number, number]
  const map = new Float32Array(cells * cells)
  const cellOf = (at: number, axis: number) =>
    Math.min(
      cells - 1,
      Math.max(0, Math.floor(((positions[at + axis]! - min[axis]!) / sizeMm[axis]!) * cells)),
    )
  const step = Math.max(1, Math.floor(vertexCount / sampleSize)) * 3
  for (let at = 0; at < positions.length; at += step) {
    const share = (positions[at + flat]! - min[flat]!) / sizeMm[flat]!
    const cell = cellOf(at, one) * cells + cellOf(at, other)
    map[cell] = Math.max(map[cell]!, isDown ? 1 - share : share)
  }
  return map
}

function isHorseshoe(heightAt: (across: number, forward: number) => number): boolean {
  const most = (acrossFrom: number, acrossTo: number, from: number, to: number) => {
    let highest = 0
    for (let across = Math.floor(acrossFrom * cells); across < acrossTo * cells; across += 1)
      for (let forward = Math.floor(from * cells); forward < to * cells; forward += 1)
        highest = Math.max(highest, heightAt(across, forward))
    return highest
  }
  return (
    most(0, 0.25, 0, 0.5) > height.teeth &&
    most(0.75, 1, 0, 0.5) > height.teeth &&
    most(0.38, 0.62, 0.75, 1) > height.teeth &&
    most(0.38, 0.62, 0, 0.5) < height.middle
  )
}
