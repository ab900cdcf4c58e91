import {
  type Connector,
  type FieldKey,
  fieldMessages,
  formatTooth,
  implantWorks,
  listBridges,
  orderTypes,
  Prescription,
  type PrescriptionInput,
  type Tooth,
  type UnmappedValue,
  works,
} from '@pontic/contract'
import type { ParsedWork } from './read-work.ts'
import { formatShade } from './words.ts'

/** Fixed work of a document: its works, and the connectors between teeth. */
export type ParsedFixedWork = { works: readonly ParsedWork[]; connectors: readonly Connector[] }

type FixedType = typeof orderTypes.restoration | typeof orderTypes.implant
type AssembledPrescriptions = {
  type: FixedType
  prescription: Prescription | null
  morePrescriptions: Prescription[]
  unmapped: UnmappedValue[]
}

const isCodedAs = (type: FixedType, { work, isOnImplant }: ParsedWork): boolean => {
  if (work === undefined) return false
  const list: readonly string[] = type === orderTypes.implant ? implantWorks : works
  // The codes of an implant case are for works on implants. A work on a natural tooth therefore has no code
  // there, except a pontic.
  return list.includes(work) && (type === orderTypes.restoration || isOnImplant || work === 'pontic')
}

/** Returns the type of the prescription to which a work belongs, if it is no pontic. */
const typeOfSupport = (one: ParsedWork): FixedType =>
  isCodedAs(orderTypes.implant, one) ? orderTypes.implant : orderTypes.restoration

/**
 * Returns a function that returns the type of the prescription to which a work belongs. A pontic belongs to the works of its
 * bridge. Its type is undefined if the bridge stands on teeth and implants, or on nothing.
 */
function typesOfWorks({ works: read, connectors }: ParsedFixedWork) {
  const bridges = listBridges(connectors)
  return (one: ParsedWork): FixedType | undefined => {
    if (one.work !== 'pontic') return typeOfSupport(one)
    const bridge = bridges.find((teeth) => teeth.includes(one.tooth)) ?? []
    const supports = read.filter(({ tooth, work }) => work !== 'pontic' && bridge.includes(tooth))
    const types = new Set(supports.map(typeOfSupport))
    return types.size === 1 ? [...types][0] : undefined
  }
}

/**
 * Chooses the type of an order with these works: the type to which more teeth belong. A pontic of undefined type counts as a
 * restoration. If the numbers are equal, the type is implant.
 */
function fixedTypeOf(read: readonly ParsedWork[], typeOf: ReturnType<typeof typesOfWorks>): FixedType {
  const teethOf = (type: FixedType) =>
    new Set(
      read
        .filter((one) => isCodedAs(type, one) && (typeOf(one) ?? orderTypes.restoration) === type)
        .map(({ tooth }) => tooth),
    ).size
  const implants = teethOf(orderTypes.implant)
  return implants > 0 && implants >= teethOf(orderTypes.restoration)
    ? orderTypes.implant
    : orderTypes.restoration
}

const describeWork = (one: ParsedWork): string =>
  [one.words || one.work, one.material, formatShade(one.shade), one.abutment, one.retention, one.note]
    .filter((part) => part)
    .join(', ')

const atTooth = (tooth: Tooth) => `tooth ${formatTooth(tooth, 'fdi')}`

type Item = ReturnType<typeof itemOf>

function itemOf(type: FixedType, one: ParsedWork) {
  const { tooth, work, material, shade, note } = one
  const onImplant = type === orderTypes.implant && work !== 'pontic'
  return {
    tooth,
    work: work as string,
    material,
    shade,
    note,
    ...(onImplant ? { abutment: one.abutment, retention: one.retention } : {}),
  }
}

/**
 * Assembles prescriptions from parsed works: one for works on teeth and one for works on implants. A value goes to `unmapped` as
 * text if it has no code, or if the rules for bridges and combined works (`prescription-rules.ts`) reject it. Values are never
 * added or changed to satisfy a rule.
 */
export function assembleFixed(read: ParsedFixedWork, note: string): AssembledPrescriptions {
  const typeOf = typesOfWorks(read)
  const main = fixedTypeOf(read.works, typeOf)
  const other = main === orderTypes.implant ? orderTypes.restoration : orderTypes.implant
  const partOf = (type: FixedType): ParsedFixedWork => {
    const works = read.works.filter((one) => (typeOf(one) ?? main) === type)
    const isHere = (tooth: Tooth) => works.some((one) => one.tooth === tooth)
    const isPart = ({ from, to }: Connector) => isHere(from) && isHere(to)
    return { works, connectors: read.connectors.filter(isPart) }
  }
  const [first, second] = [partOf(main), partOf(other)]
  const lost = read.connectors.filter(
    (one) => !first.connectors.includes(one) && !second.connectors.includes(one),
  )
  const unmapped: UnmappedValue[] = lost.map(toUnmapped)
  const prescription = assemblePart(main, first, note, unmapped)
  const further = second.works.length === 0 ? null : assemblePart(other, second, '', unmapped)
  if (prescription === null && further !== null)
    return { type: other, prescription: further, morePrescriptions: [], unmapped }
  return { type: main, prescription, morePrescriptions: further === null ? [] : [further], unmapped }
}

const toUnmapped = ({ from, to }: Connector): UnmappedValue => ({
  field: 'connector',
  value: `${from}–${to}`,
})

/** Assembles the prescription of one type. Adds the values that it cannot contain to `unmapped`. */
function assemblePart(
  type: FixedType,
  read: ParsedFixedWork,
  note: string,
  unmapped: UnmappedValue[],
): Prescription | null {
  const coded: { item: Item; from: ParsedWork }[] = []
  for (const one of read.works) {
    if (isCodedAs(type, one)) coded.push({ item: itemOf(type, one), from: one })
    else unmapped.push({ field: atTooth(one.tooth), value: describeWork(one) })
    const isAbutmentLost = type === orderTypes.restoration && isCodedAs(type, one) && one.isOnImplant
    if (isAbutmentLost) unmapped.push({ field: atTooth(one.tooth), value: describeWork(one) })
  }
  const connectors = [...read.connectors]
  // Each iteration moves at least one value to `unmapped`, so the loop ends.
  for (let left = coded.length * 2 + connectors.length + 1; left > 0; left -= 1) {
    const input = { type, items: coded.map(({ item }) => item), connectors, note }
    const result = Prescription.safeParse(input as PrescriptionInput)
    if (result.success) return isBlank(input) ? null : result.data
    const [invalid] = Object.entries(fieldMessages(result.error.issues))
    if (invalid === undefined || !repair(invalid, coded, connectors, unmapped)) break
  }
  unmapped.push(...coded.map(({ from }) => ({ field: atTooth(from.tooth), value: describeWork(from) })))
  return null
}

const isBlank = ({ items, note }: { items: readonly unknown[]; note: string }) =>
  items.length === 0 && note === ''

/** Moves the value that breaks a rule to `unmapped`. @returns false if nothing could be moved */
function repair(
  [path, key]: [string, FieldKey],
  coded: { item: Item; from: ParsedWork }[],
  connectors: Connector[],
  unmapped: UnmappedValue[],
): boolean {
  const [list, index, field] = path.split('.')
  const at = Number(index)
  if (list === 'connectors') {
    const [removed] = connectors.splice(at, 1)
    if (removed) unmapped.push(toUnmapped(removed))
    return removed !== undefined
  }
  const invalid = coded[at]
  if (list !== 'items' || invalid === undefined) return false
  const { tooth } = invalid.item
  if (key === 'inlay_linked') {
    const connectorIndex = connectors.findIndex(({ from, to }) => from === tooth || to === tooth)
    return repair([`connectors.${connectorIndex}`, key], coded, connectors, unmapped)
  }
  if (key === 'materials_differ' && invalid.item.material !== null) {
    unmapped.push({ field: atTooth(tooth), value: invalid.item.material })
    invalid.item.material = null
    return true
  }
  coded.splice(at, 1)
  unmapped.push({ field: atTooth(tooth), value: describeWork(invalid.from) })
  return field !== undefined || index !== undefined
}
