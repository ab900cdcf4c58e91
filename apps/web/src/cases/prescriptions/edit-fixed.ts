import {
  areNeighbours,
  canShareTooth,
  compareTeeth,
  ImplantItem,
  type ImplantPrescription,
  isLinked,
  listBridges,
  neighboursOf,
  orderTypes,
  RestorationItem,
  type RestorationPrescription,
  sharesMaterial,
  type Tooth,
  worksAlone,
} from '@pontic/contract'

/** A prescription of fixed work. */
export type FixedPrescription = RestorationPrescription | ImplantPrescription
export type FixedItem = RestorationItem | ImplantItem

/** Fields of one work that can be set at once on several teeth. */
export type ItemPatch = Partial<Omit<RestorationItem, 'tooth' | 'work'> & Omit<ImplantItem, 'tooth' | 'work'>>

const withParts = <Value extends FixedPrescription>(
  value: Value,
  items: readonly FixedItem[],
  connectors: FixedPrescription['connectors'] = value.connectors,
): Value => ({ ...value, items: sorted(items).map(withoutStump), connectors }) as Value

// No stump stands under a pontic; it would be said when several teeth are told at once, or a crown becomes one.
const withoutStump = (item: FixedItem): FixedItem =>
  item.work === 'pontic' ? { ...item, shade: { ...item.shade, stump: null } } : item

// In the dentist's view order; of two works on a tooth the one that was said first stays first.
const sorted = (items: readonly FixedItem[]): FixedItem[] =>
  items.toSorted((one, other) => compareTeeth(one.tooth, other.tooth))

/** The works on a tooth, the first one first: none, one or two. */
export const worksOn = (value: FixedPrescription, tooth: Tooth): FixedItem[] =>
  (value.items as readonly FixedItem[]).filter((item) => item.tooth === tooth)

/** What of the last work is said again for the next one: who orders several mostly orders the same. */
const carried = [
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
  const last = (value.items as readonly FixedItem[]).at(-1)
  const kept = last
    ? {
        ...Object.fromEntries(Object.entries(last).filter(([name]) => carried.includes(name))),
        shade: last.shade,
      }
    : {}
  const schema = value.type === orderTypes.implant ? ImplantItem : RestorationItem
  return schema.parse({
    ...(work === 'pontic' ? { material: last?.material, shade: last?.shade } : kept),
    tooth,
    work,
  })
}

/**
 * Gives teeth a work, in place of the one they have.
 * @param place 0 for the first work of a tooth, 1 for the second
 */
export function setWork<Value extends FixedPrescription>(
  value: Value,
  teeth: readonly Tooth[],
  work: string,
  place = 0,
): Value {
  const items = teeth.reduce<FixedItem[]>((before, tooth) => {
    const now = { ...value, items: before } as Value
    const old = worksOn(now, tooth)[place]
    if (old === undefined) {
      const made = nextItem(now, tooth, work)
      // A second work is most often of another material.
      return before.concat(place === 0 ? made : ({ ...made, material: null } as FixedItem))
    }
    return before.map((item) => (item === old ? ({ ...item, work } as FixedItem) : item))
  }, value.items as FixedItem[])
  const next = withParts(value, items)
  if (worksAlone.includes(work)) return part(next, teeth, { isWhole: true })
  return work === 'pontic' ? linkPontics(next, teeth) : next
}

/** A pontic is held by its neighbours: those that have a work which a bridge can hold. */
function linkPontics<Value extends FixedPrescription>(value: Value, teeth: readonly Tooth[]): Value {
  const links = teeth.flatMap((tooth) =>
    neighboursOf(tooth)
      .filter((one) => worksOn(value, one).some(({ work }) => !worksAlone.includes(work)))
      .map((one): [Tooth, Tooth] => [one, tooth]),
  )
  return links.reduce((now, pair) => addLink(now, pair), value)
}

function addLink<Value extends FixedPrescription>(
  value: Value,
  [one, other]: readonly [Tooth, Tooth],
): Value {
  const [from, to] = [one, other].toSorted(compareTeeth) as [Tooth, Tooth]
  const isThere = value.connectors.some((link) => link.from === from && link.to === to)
  if (isThere || !areNeighbours(from, to)) return value
  const linked = withParts(value, value.items, [...value.connectors, { from, to }])
  const bridge = listBridges(linked.connectors).find((teeth) => teeth.includes(one)) ?? []
  const first = (linked.items as readonly FixedItem[]).find(
    (item) => bridge.includes(item.tooth) && item.material !== null,
  )
  return first ? spreadMaterial(linked, bridge, first) : linked
}

/** The works of a bridge are of one material: that of `from`. */
function spreadMaterial<Value extends FixedPrescription>(
  value: Value,
  bridge: readonly Tooth[],
  from: FixedItem,
): Value {
  return withParts(
    value,
    (value.items as readonly FixedItem[]).map((item) =>
      bridge.includes(item.tooth) && sharesMaterial(item.work, from.work)
        ? ({ ...item, material: from.material } as FixedItem)
        : item,
    ),
  )
}

/** Says something of the first or second work on some teeth. A material holds for the whole bridge. */
export function patchItems<Value extends FixedPrescription>(
  value: Value,
  teeth: readonly Tooth[],
  place: number,
  patch: ItemPatch,
): Value {
  const meant = new Set(teeth.map((tooth) => worksOn(value, tooth)[place]))
  const items = (value.items as readonly FixedItem[]).map((item) =>
    meant.has(item) ? ({ ...item, ...patch } as FixedItem) : item,
  )
  const next = withParts(value, items)
  if (patch.material === undefined) return next
  return teeth.reduce((now, tooth) => {
    const bridge = listBridges(now.connectors).find((one) => one.includes(tooth))
    const item = worksOn(now, tooth)[place]
    return bridge && item ? spreadMaterial(now, bridge, item) : now
  }, next)
}

/** Takes a work off some teeth; with the last one their connections go too. */
export function removeWork<Value extends FixedPrescription>(
  value: Value,
  teeth: readonly Tooth[],
  place = 0,
): Value {
  const gone = new Set(teeth.map((tooth) => worksOn(value, tooth)[place]))
  const items = (value.items as readonly FixedItem[]).filter((item) => !gone.has(item))
  const left = new Set(items.map(({ tooth }) => tooth))
  return withParts(
    value,
    items,
    value.connectors.filter(({ from, to }) => left.has(from) && left.has(to)),
  )
}

/** Joins teeth to a bridge: those without a work get one, pontics between crowns. */
export function join<Value extends FixedPrescription>(value: Value, teeth: readonly Tooth[]): Value {
  const filled = teeth.reduce((now, tooth, at) => {
    const [first] = worksOn(now, tooth)
    if (first && !worksAlone.includes(first.work)) return now
    return setWork(now, [tooth], at > 0 && at < teeth.length - 1 ? 'pontic' : 'crown')
  }, value)
  return teeth.slice(1).reduce((now, tooth, at) => addLink(now, [teeth[at] as Tooth, tooth]), filled)
}

/** Parts teeth that are joined; `isWhole` from all their neighbours, else from each other. */
export function part<Value extends FixedPrescription>(
  value: Value,
  teeth: readonly Tooth[],
  { isWhole = false }: { isWhole?: boolean } = {},
): Value {
  const isGone = (one: Tooth, other: Tooth) =>
    isWhole ? teeth.includes(one) || teeth.includes(other) : teeth.includes(one) && teeth.includes(other)
  return withParts(
    value,
    value.items,
    value.connectors.filter(({ from, to }) => !isGone(from, to)),
  )
}

/** Works that can stand beside the one that is there on a tooth. */
export const secondWorks = (works: readonly string[], first: string): string[] =>
  works.filter((work) => canShareTooth(first, work))

/** Whether a tooth is part of a bridge. */
export const isInBridge = (value: FixedPrescription, tooth: Tooth): boolean =>
  isLinked(tooth, value.connectors)
