import type { FieldKey } from '../../fields.ts'
import { type ImplantChoice, wrongImplantStep } from './implant-catalogue.ts'
import { temporaryWorks, unlinkableWorks, workPairs, worksWithOwnMaterial } from './prescription-codes.ts'
import { areNeighbours, compareTeeth, type Tooth } from './teeth.ts'

/** A violated rule: path of the field, and the key of its message under `fields`. */
export type PrescriptionProblem = { path: (string | number)[]; key: FieldKey }

type Item = { tooth: Tooth; work: string; material: string | null }
type Connector = { from: Tooth; to: Tooth }
type Fixed = { items: readonly Item[]; connectors: readonly Connector[] }

/** Whether a tooth may have both works, as listed in `workPairs`. */
export const canShareTooth = (one: string, other: string): boolean =>
  workPairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one))

/**
 * Lists the works that are not allowed on their tooth. A tooth has at most two works, and two works must be a pair of
 * `workPairs`.
 */
export function listWorkProblems({ items }: Pick<Fixed, 'items'>): PrescriptionProblem[] {
  return items.flatMap(({ tooth, work }, at) => {
    const before = items.slice(0, at).filter((one) => one.tooth === tooth)
    const [first] = before
    const isFine = first === undefined || (before.length === 1 && canShareTooth(first.work, work))
    return isFine ? [] : [{ path: ['items', at, 'work'], key: 'works_together' as const }]
  })
}

/** Whether a tooth is connected to a neighbour. */
export const isLinked = (tooth: Tooth, connectors: readonly Connector[]): boolean =>
  connectors.some(({ from, to }) => from === tooth || to === tooth)

/**
 * Lists the bridges that connectors form. The teeth of each bridge are in the dentist's view order.
 * @returns `[['16', '15', '14']]` for 16–15 and 15–14
 */
export function listBridges(connectors: readonly Connector[]): Tooth[][] {
  const pairs = connectors
    .map(({ from, to }) => [from, to].sort(compareTeeth) as [Tooth, Tooth])
    .sort(([one], [other]) => compareTeeth(one, other))
  const bridges: Tooth[][] = []
  for (const [from, to] of pairs) {
    const bridge = bridges.find((teeth) => teeth.at(-1) === from)
    if (bridge) bridge.push(to)
    else bridges.push([from, to])
  }
  return bridges
}

/**
 * Lists violated rules of bridges. A connector joins neighbouring teeth that both have a work. A pontic is always connected, an
 * inlay never. The final works of a bridge have the same material, and so do its provisional works. Works are checked only if
 * all connectors are valid.
 */
export function listConnectorProblems({ items, connectors }: Fixed): PrescriptionProblem[] {
  const worksOf = (tooth: Tooth) => items.filter((item) => item.tooth === tooth)
  const wrong = connectors.flatMap(({ from, to }, at): PrescriptionProblem[] => {
    const path = ['connectors', at]
    if (!areNeighbours(from, to)) return [{ path, key: 'not_neighbours' }]
    return [from, to].every((tooth) => worksOf(tooth).length > 0) ? [] : [{ path, key: 'tooth_without_work' }]
  })
  const alone = items.flatMap(({ tooth, work }, at): PrescriptionProblem[] => {
    const path = ['items', at, 'work']
    const isConnected = isLinked(tooth, connectors)
    if (work === 'pontic' && !isConnected) return [{ path, key: 'pontic_unlinked' }]
    return isConnected && unlinkableWorks.includes(work) ? [{ path, key: 'inlay_linked' }] : []
  })
  return wrong.length > 0 ? wrong : [...alone, ...listMaterialProblems(items, connectors)]
}

/** Whether two works of a bridge must have the same material: final with final, provisional with provisional. */
export function sharesMaterial(one: string, other: string): boolean {
  if (worksWithOwnMaterial.includes(one) || worksWithOwnMaterial.includes(other)) return false
  return temporaryWorks.includes(one) ? one === other : !temporaryWorks.includes(other)
}

function listMaterialProblems(
  items: readonly Item[],
  connectors: readonly Connector[],
): PrescriptionProblem[] {
  return listBridges(connectors).flatMap((teeth) => {
    const withMaterial = items.flatMap((item, at) =>
      teeth.includes(item.tooth) && item.material !== null ? [{ ...item, at }] : [],
    )
    return withMaterial
      .filter(({ work, material }) => {
        const first = withMaterial.find((one) => sharesMaterial(one.work, work))
        return first !== undefined && first.material !== material
      })
      .map(({ at }) => ({ path: ['items', at, 'material'], key: 'materials_differ' as const }))
  })
}

/** Lists choices of implants that are not in the catalogue. */
export function listImplantProblems({ items }: { items: readonly ImplantChoice[] }): PrescriptionProblem[] {
  return items.flatMap((item, at) => {
    const step = wrongImplantStep(item)
    return step === undefined ? [] : [{ path: ['items', at, step], key: 'choice' as const }]
  })
}
