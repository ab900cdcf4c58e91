import { byLab } from './by-lab.ts'
import type { Prescription } from './prescription.ts'
import {
  type Appliance,
  type ChoiceOf,
  type Material,
  type removableKinds,
  temporaryWorks,
  worksWithOwnMaterial,
} from './prescription-codes.ts'
import { listBridges } from './prescription-rules.ts'
import { compareTeeth, type Tooth } from './teeth.ts'

/**
 * One part of the line that names the work of a case, as codes: teeth, name of the work, material and shade. A list can store
 * or send it instead of the whole prescription.
 */
export type WorkPart = {
  /** In the dentist's view order. Empty for appliances and for dentures that name no teeth. */
  readonly teeth: readonly Tooth[]
  readonly work:
    | { readonly kind: 'bridge' }
    | { readonly kind: 'work'; readonly code: string }
    | { readonly kind: 'appliance'; readonly code: Appliance }
    | { readonly kind: 'removable'; readonly code: (typeof removableKinds)[number] }
  readonly arch: ChoiceOf<'arch'> | null
  /** Null if not chosen, if the laboratory decides, or if the teeth have different ones. */
  readonly material: Exclude<Material, typeof byLab> | null
  readonly base: ChoiceOf<'base'> | null
  /** Shade of the middle third. Null in the same cases. */
  readonly shade: string | null
}

type Fixed = Extract<Prescription, { items: unknown }>
type Item = Fixed['items'][number]

const blank = { teeth: [], arch: null, material: null, base: null, shade: null } as const

/**
 * Lists what a prescription orders, shortened to one line: each bridge, then equal works of other teeth together, all by their first
 * tooth. Notes and implants are left out.
 * @returns an empty list for a prescription without a work
 */
export function listWorkParts(prescription: Prescription): WorkPart[] {
  if ('items' in prescription) return listFixedParts(prescription)
  if ('appliance' in prescription) {
    const { appliance: code, arch } = prescription
    return code === null ? [] : [{ ...blank, work: { kind: 'appliance', code }, arch }]
  }
  const { kind: code, arch, base, shade, teeth } = prescription
  const sorted = [...teeth].sort(compareTeeth)
  return code === null
    ? []
    : [
        {
          ...blank,
          work: { kind: 'removable', code },
          teeth: sorted,
          arch,
          base: chosenOf(base),
          shade: chosenOf(shade.body),
        },
      ]
}

function listFixedParts({ items, connectors }: Fixed): WorkPart[] {
  const bridges = listBridges(connectors).map((teeth) => ({ teeth, units: unitsOf(teeth, items) }))
  const rest = items.filter((item) => !bridges.some(({ units }) => units.includes(item)))
  const groups = Map.groupBy(rest, ({ work, material, shade }) =>
    JSON.stringify([work, material, shade.body]),
  )
  return [
    ...bridges.filter(({ units }) => units.length > 0).map(({ teeth, units }) => toPart(teeth, units, true)),
    ...[...groups.values()].map((group) =>
      toPart(group.map(({ tooth }) => tooth).sort(compareTeeth), group, false),
    ),
  ].sort((one, other) => compareFirst(one.teeth, other.teeth))
}

const compareFirst = ([one]: readonly Tooth[], [other]: readonly Tooth[]) =>
  one && other ? compareTeeth(one, other) : 0

/** Returns the works that make up a bridge: the final ones, otherwise the temporary ones, otherwise what supports it. */
function unitsOf(teeth: readonly Tooth[], items: readonly Item[]): Item[] {
  const all = items.filter(({ tooth }) => teeth.includes(tooth))
  const units = all.filter(({ work }) => !worksWithOwnMaterial.includes(work))
  const final = units.filter(({ work }) => !temporaryWorks.includes(work))
  return [final, units, all].find((some) => some.length > 0) ?? []
}

function toPart(teeth: readonly Tooth[], items: readonly Item[], isJoined: boolean): WorkPart {
  const code = commonOf(items.map(({ work }) => work))
  // Connected crowns are a bridge, but connected veneers stay veneers and a provisional bridge stays provisional.
  const isBridge = isJoined && (code === null || code === 'crown' || code === 'pontic')
  return {
    ...blank,
    teeth,
    work: isBridge || code === null ? { kind: 'bridge' } : { kind: 'work', code },
    material: chosenOf(commonOf(items.map(({ material }) => material))),
    shade: chosenOf(commonOf(items.map(({ shade }) => shade.body))),
  }
}

const chosenOf = <Value extends string>(value: Value | null) =>
  value === byLab ? null : (value as Exclude<Value, typeof byLab> | null)

function commonOf<Value>(values: readonly (Value | null)[]): Value | null {
  const [first = null] = values
  return values.every((value) => value === first) ? first : null
}
