import {
  areNeighbours,
  canShareTooth,
  compareTeeth,
  ImplantItem,
  listBridges,
  neighboursOf,
  orderTypes,
  RestorationItem,
  sharesMaterial,
  type Tooth,
  unlinkableWorks,
} from '@pontic/contract'
import type { FixedPrescription } from './facts.ts'

/** A work of a restoration or an implant case: on a tooth, or at the site of an implant. */
export type FixedItem = RestorationItem | ImplantItem

/** The fields of a work that one edit can set on several teeth. */
export type ItemPatch = Partial<Omit<ImplantItem, 'tooth' | 'work'>>

const itemsOf = (value: FixedPrescription): readonly FixedItem[] => value.items

const change = (item: FixedItem, fields: object): FixedItem => ({ ...item, ...fields }) as FixedItem

const withItems = <Value extends FixedPrescription>(
  value: Value,
  items: readonly FixedItem[],
  connectors: FixedPrescription['connectors'] = value.connectors,
): Value => ({ ...value, items: sorted(items).map(withoutStump), connectors }) as Value

// A pontic has no stump shade. It could get one from an edit of several teeth, or from a crown that becomes a pontic.
const withoutStump = (item: FixedItem): FixedItem =>
  item.work === 'pontic' ? { ...item, shade: { ...item.shade, stump: null } } : item

// Sorts by tooth in view order (`compareTeeth`). Two works on one tooth keep their order.
const sorted = (items: readonly FixedItem[]): FixedItem[] =>
  items.toSorted((one, other) => compareTeeth(one.tooth, other.tooth))

/** Returns the works on a tooth, at most two, in their order. */
export const worksOfTooth = (value: FixedPrescription, tooth: Tooth): FixedItem[] =>
  itemsOf(value).filter((item) => item.tooth === tooth)

/** Returns whether a work is the first (0) or the second (1) of its tooth. @param at index in the list of works */
export function workIndexOf(value: FixedPrescription, at: number): number {
  const item = itemsOf(value)[at]
  return item === undefined ? 0 : Math.max(0, worksOfTooth(value, item.tooth).indexOf(item))
}

/** The fields that a new work copies from the last work of the prescription, besides the shade. A pontic copies only material and shade. */
const copiedFields = [
  'material',
  'maker',
  'line',
  'platform',
  'scanBodyMaker',
  'level',
  'abutment',
  'retention',
  'engaging',
]

function nextItem(value: FixedPrescription, tooth: Tooth, work: string): FixedItem {
  const last = itemsOf(value).at(-1)
  const copied = last
    ? {
        ...Object.fromEntries(Object.entries(last).filter(([name]) => copiedFields.includes(name))),
        shade: last.shade,
      }
    : {}
  const schema = value.type === orderTypes.implant ? ImplantItem : RestorationItem
  return schema.parse({
    ...(work === 'pontic' ? { material: last?.material, shade: last?.shade } : copied),
    tooth,
    work,
  })
}

/**
 * Sets the first or the second work of some teeth. A work that can't be part of a bridge removes the connectors of its tooth. A
 * pontic gets connectors to the neighbours that can be part of a bridge.
 * @param index 0 for the first work of a tooth, 1 for the second
 */
export function setWork<Value extends FixedPrescription>(
  value: Value,
  teeth: readonly Tooth[],
  work: string,
  index = 0,
): Value {
  const items = teeth.reduce<FixedItem[]>(
    (before, tooth) => {
      const now = { ...value, items: before } as Value
      const old = worksOfTooth(now, tooth)[index]
      if (old === undefined) {
        const created = nextItem(now, tooth, work)
        // The second work usually has another material.
        return before.concat(index === 0 ? created : change(created, { material: null }))
      }
      return before.map((item) => (item === old ? change(item, { work }) : item))
    },
    [...itemsOf(value)],
  )
  const next = withItems(value, items)
  if (unlinkableWorks.includes(work)) return separateTeeth(next, teeth, { fromAllNeighbours: true })
  return work === 'pontic' ? linkPontics(next, teeth) : next
}

/** Adds connectors between the given pontics and those neighbours whose work can be part of a bridge. */
function linkPontics<Value extends FixedPrescription>(value: Value, teeth: readonly Tooth[]): Value {
  const links = teeth.flatMap((tooth) =>
    neighboursOf(tooth)
      .filter((one) => worksOfTooth(value, one).some(({ work }) => !unlinkableWorks.includes(work)))
      .map((one): [Tooth, Tooth] => [one, tooth]),
  )
  return links.reduce((now, pair) => addLink(now, pair), value)
}

function addLink<Value extends FixedPrescription>(
  value: Value,
  [one, other]: readonly [Tooth, Tooth],
): Value {
  const [from, to] = compareTeeth(one, other) <= 0 ? ([one, other] as const) : ([other, one] as const)
  const isThere = value.connectors.some((link) => link.from === from && link.to === to)
  if (isThere || !areNeighbours(from, to)) return value
  const linked = withItems(value, value.items, [...value.connectors, { from, to }])
  const bridge = listBridges(linked.connectors).find((teeth) => teeth.includes(one)) ?? []
  const first = itemsOf(linked).find((item) => bridge.includes(item.tooth) && item.material !== null)
  return first ? applyMaterial(linked, bridge, first) : linked
}

/** Sets the material of `from` on the works of a bridge that must have the same material as `from` (`sharesMaterial`). */
function applyMaterial<Value extends FixedPrescription>(
  value: Value,
  bridge: readonly Tooth[],
  from: FixedItem,
): Value {
  return withItems(
    value,
    itemsOf(value).map((item) =>
      bridge.includes(item.tooth) && sharesMaterial(item.work, from.work)
        ? change(item, { material: from.material })
        : item,
    ),
  )
}

/** Edits the first or the second work of some teeth. A new material also applies to the other teeth of a bridge (`applyMaterial`). */
export function patchItems<Value extends FixedPrescription>(
  value: Value,
  teeth: readonly Tooth[],
  index: number,
  patch: ItemPatch,
): Value {
  const edited = new Set(teeth.map((tooth) => worksOfTooth(value, tooth)[index]))
  const items = itemsOf(value).map((item) => (edited.has(item) ? change(item, patch) : item))
  const next = withItems(value, items)
  if (patch.material === undefined) return next
  return teeth.reduce((now, tooth) => {
    const bridge = listBridges(now.connectors).find((one) => one.includes(tooth))
    const item = worksOfTooth(now, tooth)[index]
    return bridge && item ? applyMaterial(now, bridge, item) : now
  }, next)
}

/** Removes the first or the second work of some teeth. A tooth without any work also loses its connectors. */
export function removeWork<Value extends FixedPrescription>(
  value: Value,
  teeth: readonly Tooth[],
  index = 0,
): Value {
  const removed = new Set(teeth.map((tooth) => worksOfTooth(value, tooth)[index]))
  const items = itemsOf(value).filter((item) => !removed.has(item))
  const remaining = new Set(items.map(({ tooth }) => tooth))
  return withItems(
    value,
    items,
    value.connectors.filter(({ from, to }) => remaining.has(from) && remaining.has(to)),
  )
}

/**
 * Joins neighbouring teeth to a bridge. Teeth without a work that can be part of a bridge get crowns at both ends and pontics in
 * between.
 */
export function joinTeeth<Value extends FixedPrescription>(value: Value, teeth: readonly Tooth[]): Value {
  const filled = teeth.reduce((now, tooth, at) => {
    const [first] = worksOfTooth(now, tooth)
    if (first && !unlinkableWorks.includes(first.work)) return now
    return setWork(now, [tooth], at > 0 && at < teeth.length - 1 ? 'pontic' : 'crown')
  }, value)
  return teeth.reduce((now, tooth, at) => {
    const before = teeth[at - 1]
    return before === undefined ? now : addLink(now, [before, tooth])
  }, filled)
}

/** Removes the connectors between the given teeth; with `fromAllNeighbours`, also their connectors to other teeth. */
export function separateTeeth<Value extends FixedPrescription>(
  value: Value,
  teeth: readonly Tooth[],
  { fromAllNeighbours = false }: { fromAllNeighbours?: boolean } = {},
): Value {
  const isSeparated = (one: Tooth, other: Tooth) =>
    fromAllNeighbours
      ? teeth.includes(one) || teeth.includes(other)
      : teeth.includes(one) && teeth.includes(other)
  return withItems(
    value,
    value.items,
    value.connectors.filter(({ from, to }) => !isSeparated(from, to)),
  )
}

/** Returns the works that a tooth with the first work `first` can have as its second work. */
export const secondWorks = (works: readonly string[], first: string): string[] =>
  works.filter((work) => canShareTooth(first, work))
