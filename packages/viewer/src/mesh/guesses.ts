import type { ArchFront, FileRole, MeshSurface } from '@pontic/contract'
import { findFlatAxis } from '@pontic/contract/scan-sides'
import { type ChosenUnit, chosenUnits, type MeshUnit, millimetresOf } from '@pontic/contract/scan-units'
import { compareFront, openFacing } from './arch-axes.ts'
import { hasArchShape } from './arch-shape.ts'
import type { Mesh, MeshMeasure } from './mesh.ts'

/**
 * Ranges of the longest side of dental objects in millimetres. `part` covers all of them, from a scan body to a face. `edges`
 * is the range of the mean edge length that scanners write.
 */
const part = { least: 3, most: 400 }
const arch = { least: 25, usual: 62, most: 130 }
const tooth = { least: 3, usual: 9, most: 25 }
const edges = { least: 0.015, most: 1.2 }
/** An object whose longest side is at least this number would not fit into a mouth if the unit were centimetres or inches. */
const surelyMm = 12
const otherUnits = chosenUnits.filter((unit) => unit !== 'mm')

/**
 * Guesses the unit of a scan from its longest side, its edges and its shape. Returns `mm` if millimetres give the size of a
 * dental object. An arch whose longest side is below `surelyMm` is an exception, because its unit may be larger.
 */
export function guessUnit(mesh: Mesh, measure: MeshMeasure): MeshUnit {
  const side = Math.max(...measure.sizeMm)
  const edge = meanEdge(mesh)
  const find = (thing: typeof arch): MeshUnit | undefined => {
    // Of several possible units, chooses the one that gives the most usual size.
    const far = (unit: ChosenUnit) => Math.abs(Math.log((side * millimetresOf[unit]) / thing.usual))
    const fits = (unit: ChosenUnit) => {
      const [sideMm, edgeMm] = [side * millimetresOf[unit], edge * millimetresOf[unit]]
      return sideMm >= thing.least && sideMm <= thing.most && edgeMm >= edges.least && edgeMm <= edges.most
    }
    return otherUnits.filter(fits).sort((one, other) => far(one) - far(other))[0]
  }
  const isPart = side >= part.least && side <= part.most
  if (isPart && (side >= surelyMm || !hasArchShape(mesh, measure))) return 'mm'
  return find(arch) ?? (isPart ? 'mm' : (find(tooth) ?? 'unknown'))
}

function meanEdge({ positions, indices }: Mesh): number {
  const step = Math.max(1, Math.floor(indices.length / 3 / 20_000)) * 3
  let sum = 0
  let count = 0
  for (let i = 0; i < indices.length; i += step) {
    const [a, b] = [indices[i]! * 3, indices[i + 1]! * 3]
    sum += Math.hypot(
      positions[a]! - positions[b]!,
      positions[a + 1]! - positions[b + 1]!,
      positions[a + 2]! - positions[b + 2]!,
    )
    count += 1
  }
  return sum / count
}

/**
 * Guesses the jaw and front of an open arch in the axes that scanners write: up is the positive end of the
 * flat axis, and the surface of an upper arch faces down. The jaw of a closed body is `unknown`. Both results
 * are `unknown` for a part without a flat axis.
 * @param surface as returned by `findSurface`; if the triangles face inwards, their directions are inverted
 */
export function guessArch(
  mesh: Mesh,
  measure: MeshMeasure,
  surface: MeshSurface,
): { jaw: 'upper' | 'lower' | 'unknown'; front: ArchFront } {
  const scan = { role: 'other' satisfies FileRole, mesh: { mesh, measure } } as const
  const flat = findFlatAxis([measure.sizeMm])
  if (flat === undefined) return { jaw: 'unknown', front: 'unknown' }
  const isInverted = surface === 'in' || surface === 'mirrored'
  const facing = openFacing({ mesh }, flat) * (isInverted ? -1 : 1)
  const jaw = Math.abs(facing) < 0.1 ? 'unknown' : facing > 0 ? 'lower' : 'upper'
  return { jaw, front: compareFront(scan, flat) }
}
