import type { FileRole, MeshUnit } from '@pontic/contract'
import { findFlatAxis, openFacing } from './arch-axes.ts'
import type { Mesh, MeshMeasure } from './mesh.ts'

/** Sides of what dentists scan, from a scan body to a face, and the edges that scanners write; in millimetres. */
const sideMm = { least: 3, most: 400, archLeast: 25, archUsual: 62, archMost: 130 }
const edgeMm = { least: 0.015, most: 1.2 }
const units: readonly { unit: MeshUnit; mm: number }[] = [
  { unit: 'cm', mm: 10 },
  { unit: 'inch', mm: 25.4 },
  { unit: 'm', mm: 1000 },
]

/**
 * Guesses the unit of a scan from its longest side and its edges, since no format but 3MF tells. Millimetres unless they
 * give nothing that is scanned in a mouth; another one where it gives an arch with edges as scanners write them.
 */
export function guessUnit(mesh: Mesh, { sizeMm }: MeshMeasure): MeshUnit {
  const side = Math.max(...sizeMm)
  const edge = meanEdge(mesh)
  const isLikely = (mm: number) => {
    const [sideOf, edgeOf] = [side * mm, edge * mm]
    return (
      sideOf >= sideMm.archLeast &&
      sideOf <= sideMm.archMost &&
      edgeOf >= edgeMm.least &&
      edgeOf <= edgeMm.most
    )
  }
  const isPart = side >= sideMm.least && side <= sideMm.most && edge >= edgeMm.least
  if (isLikely(1) || (isPart && side >= 12)) return 'mm'
  // Of several that would do the one that gives the most usual arch.
  const far = ({ mm }: { mm: number }) => Math.abs(Math.log((side * mm) / sideMm.archUsual))
  const [other] = units.filter(({ mm }) => isLikely(mm)).sort((a, b) => far(a) - far(b))
  // Something small that scanners' edges speak for is a tooth or a scan body.
  if (isPart && (other === undefined || edge > 0.04)) return 'mm'
  return other?.unit ?? (isPart ? 'mm' : 'unknown')
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
 * Guesses the jaw of an open arch in the axes that scanners write: up is the plus end of its flat axis, and the surface of
 * an upper arch looks down. Closed bodies and parts that are no arch are `unknown`.
 */
export function guessJaw(mesh: Mesh, measure: MeshMeasure): 'upper' | 'lower' | 'unknown' {
  const scan = { role: 'other' satisfies FileRole, mesh: { mesh, measure } } as const
  const flat = findFlatAxis([scan])
  if (flat === undefined) return 'unknown'
  const facing = openFacing({ mesh }, flat)
  if (Math.abs(facing) < 0.1) return 'unknown'
  return facing > 0 ? 'lower' : 'upper'
}
