import {
  type Connector,
  type FieldKey,
  fieldMessages,
  formatTooth,
  implantWorks,
  orderTypes,
  Prescription,
  type PrescriptionInput,
  type Tooth,
  type UnmappedValue,
  works,
} from '@pontic/contract'
import type { ReadWork } from './read-work.ts'
import { shadeWords } from './words.ts'

/** What a document says of fixed work: its works, which neighbours are one piece, and a note on the whole. */
export type ReadFixed = { works: readonly ReadWork[]; connectors: readonly Connector[] }

type FixedType = typeof orderTypes.restoration | typeof orderTypes.implant
type Placed = { type: FixedType; prescription: Prescription | null; unmapped: UnmappedValue[] }

const isCodedAs = (type: FixedType, { work, isOnImplant }: ReadWork): boolean => {
  if (work === undefined) return false
  const list: readonly string[] = type === orderTypes.implant ? implantWorks : works
  // A crown of a case on implants is a work on an implant; one on a tooth cannot be told there.
  return list.includes(work) && (type === orderTypes.restoration || isOnImplant || work === 'pontic')
}

/**
 * The type of a case with these works: that of the two which holds more of its teeth in codes; implant where both hold as
 * many and a tooth is on an implant.
 */
export function judgeFixedType(read: readonly ReadWork[]): FixedType {
  if (!read.some(({ isOnImplant }) => isOnImplant)) return orderTypes.restoration
  const teethAs = (type: FixedType) =>
    new Set(read.filter((one) => isCodedAs(type, one)).map(({ tooth }) => tooth)).size
  return teethAs(orderTypes.implant) >= teethAs(orderTypes.restoration)
    ? orderTypes.implant
    : orderTypes.restoration
}

const describeWork = (one: ReadWork): string =>
  [one.words || one.work, one.material, shadeWords(one.shade), one.abutment, one.retention, one.note]
    .filter((part) => part)
    .join(', ')

const atTooth = (tooth: Tooth) => `tooth ${formatTooth(tooth, 'fdi')}`

type Item = ReturnType<typeof itemOf>

function itemOf(type: FixedType, one: ReadWork) {
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
 * Makes a prescription of what a document says. What no code holds, and what the rules of bridges and pairs of works
 * refuse (`prescription-rules.ts`), stands in `unmapped` in words instead of in an item; nothing is made up to please a
 * rule, and nothing is lost.
 */
export function assembleFixed(read: ReadFixed, note: string): Placed {
  const type = judgeFixedType(read.works)
  const unmapped: UnmappedValue[] = []
  const coded: { item: Item; from: ReadWork }[] = []
  for (const one of read.works) {
    if (isCodedAs(type, one)) coded.push({ item: itemOf(type, one), from: one })
    else unmapped.push({ field: atTooth(one.tooth), value: describeWork(one) })
    const isAbutmentLost = type === orderTypes.restoration && isCodedAs(type, one) && one.isOnImplant
    if (isAbutmentLost) unmapped.push({ field: atTooth(one.tooth), value: describeWork(one) })
  }
  const connectors = [...read.connectors]
  // Each turn takes away one thing at least, so that it ends.
  for (let left = coded.length * 2 + connectors.length + 1; left > 0; left -= 1) {
    const input = { type, items: coded.map(({ item }) => item), connectors, note }
    const result = Prescription.safeParse(input as PrescriptionInput)
    if (result.success) return { type, prescription: isBlank(input) ? null : result.data, unmapped }
    const [wrong] = Object.entries(fieldMessages(result.error.issues))
    if (wrong === undefined || !repair(wrong, coded, connectors, unmapped)) break
  }
  unmapped.push(...coded.map(({ from }) => ({ field: atTooth(from.tooth), value: describeWork(from) })))
  return { type, prescription: null, unmapped }
}

const isBlank = ({ items, note }: { items: readonly unknown[]; note: string }) =>
  items.length === 0 && note === ''

/** Takes what breaks a rule out of the codes and into the words. @returns false where nothing could be taken */
function repair(
  [path, key]: [string, FieldKey],
  coded: { item: Item; from: ReadWork }[],
  connectors: Connector[],
  unmapped: UnmappedValue[],
): boolean {
  const [list, index, field] = path.split('.')
  const at = Number(index)
  if (list === 'connectors') {
    const [gone] = connectors.splice(at, 1)
    if (gone) unmapped.push({ field: 'connector', value: `${gone.from}–${gone.to}` })
    return gone !== undefined
  }
  const wrong = coded[at]
  if (list !== 'items' || wrong === undefined) return false
  const { tooth } = wrong.item
  if (key === 'inlay_linked') {
    const held = connectors.findIndex(({ from, to }) => from === tooth || to === tooth)
    return repair([`connectors.${held}`, key], coded, connectors, unmapped)
  }
  if (key === 'materials_differ' && wrong.item.material !== null) {
    unmapped.push({ field: atTooth(tooth), value: wrong.item.material })
    wrong.item.material = null
    return true
  }
  coded.splice(at, 1)
  unmapped.push({ field: atTooth(tooth), value: describeWork(wrong.from) })
  return field !== undefined || index !== undefined
}
