import { type OrderType, orderTypes } from '../orders/order-types.ts'
import type {
  ImplantItem,
  ImplantPrescription,
  OrthodonticPrescription,
  Prescription,
  RemovablePrescription,
  RestorationItem,
  RestorationPrescription,
} from './prescription.ts'
import { applianceFields, materialsWithoutShade, worksWithoutShade } from './prescription-codes.ts'
import { type LabRequirement, preferenceRequirements } from './prescription-requirements.ts'
import type { Tooth } from './teeth.ts'

/**
 * One missing field for sending: its path in the prescription, its kind (`prescription.missing.*` in the messages),
 * and the tooth concerned.
 */
export type MissingPart = { path: string; what: MissingWord; tooth?: Tooth }

/** Kinds of missing fields: those of every case, and additional requirements of a laboratory. */
export type MissingWord = 'items' | 'material' | 'shade' | 'appliance' | 'kind' | 'arch' | AskedWord
type AskedWord = LabRequirement extends `${string}.${infer Word}` ? Word : never

type Item = RestorationItem | ImplantItem
type Fixed = RestorationPrescription | ImplantPrescription

const atItems = <One extends Item>(
  { items }: { items: readonly One[] },
  what: MissingWord,
  field: string,
  isMissing: (item: One) => boolean,
): MissingPart[] =>
  items.flatMap((item, at) =>
    isMissing(item) ? [{ path: `items.${at}.${field}`, what, tooth: item.tooth }] : [],
  )

const needItems = ({ items }: Fixed): MissingPart[] =>
  items.length > 0 ? [] : [{ path: 'items', what: 'items' }]

/** Whether a work has a shade: a post is invisible, and gold has its own colour. */
export const hasShade = ({ work, material }: { work: string; material: string | null }): boolean =>
  !worksWithoutShade.includes(work) && !(material !== null && materialsWithoutShade.includes(material))

const lacksMaterial = ({ material }: Item) => material === null
const lacksShade = (item: Item) => hasShade(item) && item.shade.body === null && !item.shade.callMe
const isOnStump = (item: Item) => hasShade(item) && item.work !== 'pontic'
const isOnImplant = (item: ImplantItem) => item.work !== 'pontic'

/** The required fields of each type (rules §6). */
const always = {
  restoration: (given: RestorationPrescription): MissingPart[] => [
    ...needItems(given),
    ...atItems(given, 'material', 'material', lacksMaterial),
    ...atItems(given, 'shade', 'shade.body', lacksShade),
  ],
  implant: needItems,
  orthodontics: (given: OrthodonticPrescription): MissingPart[] => [
    ...open(given.appliance, 'appliance'),
    ...open(given.arch, 'arch'),
  ],
  removable: (given: RemovablePrescription): MissingPart[] => [
    ...open(given.kind, 'kind'),
    ...open(given.arch, 'arch'),
  ],
}

const open = (value: unknown, what: MissingWord, path: string = what): MissingPart[] =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? [{ path, what }] : []

const preference = (given: Fixed, word: string): MissingPart[] => {
  const name = preferenceRequirements.find((one) => one === word)
  if (name === undefined || given.items.length === 0) return []
  // The form of a pontic is required only with a pontic.
  if (name === 'ponticForm' && !given.items.some(({ work }) => work === 'pontic')) return []
  return open(given.preferences[name], name, `preferences.${name}`)
}

const noImplant = (item: ImplantItem) =>
  isOnImplant(item) && (item.maker === null || (item.maker !== 'other' && item.platform === null))

const asked = {
  restoration: (given: RestorationPrescription, word: AskedWord): MissingPart[] => {
    if (word === 'stump')
      return atItems(given, word, 'shade.stump', (item) => isOnStump(item) && item.shade.stump === null)
    return preference(given, word)
  },
  implant: (given: ImplantPrescription, word: AskedWord): MissingPart[] => {
    if (word === 'material') return atItems(given, word, word, lacksMaterial)
    if (word === 'shade') return atItems(given, word, 'shade.body', lacksShade)
    if (word === 'implant') return atItems(given, word, 'maker', noImplant)
    if (word === 'scanBody')
      return atItems(given, word, 'scanBodyMaker', (item) => isOnImplant(item) && item.scanBodyMaker === null)
    if (word === 'level' || word === 'abutment' || word === 'retention')
      return atItems(given, word, word, (item) => isOnImplant(item) && item[word] === null)
    return word === 'parts' || word === 'partsBy' ? open(given[word], word) : preference(given, word)
  },
  orthodontics: (given: OrthodonticPrescription, word: AskedWord): MissingPart[] => {
    const fields: readonly string[] = given.appliance === null ? [] : applianceFields[given.appliance]
    if (word === 'teeth' || word === 'thickness' || word === 'attachments' || word === 'ipr')
      return fields.includes(word) ? open(given[word], word) : []
    return word === 'note' ? open(given.note, word) : []
  },
  removable: (given: RemovablePrescription, word: AskedWord): MissingPart[] => {
    if (word === 'shade') return given.shade.callMe ? [] : open(given.shade.body, word, 'shade.body')
    if (word === 'stage' || word === 'base' || word === 'baseShade' || word === 'toothMould')
      return open(given[word], word)
    return []
  },
}

const has = (requirements: readonly LabRequirement[], type: keyof typeof orderTypes): AskedWord[] =>
  requirements
    .filter((one) => one.startsWith(`${type}.`))
    .map((one) => one.slice(type.length + 1) as AskedWord)

/**
 * The missing fields for sending a case of this type (rules §6): a tooth with work, material and shade or "call me";
 * an appliance or kind, and the arch; and the laboratory's requirements. The only source for server and screens.
 * @param given undefined, or one of another type, counts as empty
 * @returns an empty list if the case can be sent
 */
export function listMissing(
  type: OrderType,
  given: Prescription | null | undefined,
  requirements: readonly LabRequirement[] = [],
): MissingPart[] {
  if (!given || given.type !== type) return missingOfNone(type)
  switch (given.type) {
    case orderTypes.restoration:
      return [
        ...always.restoration(given),
        ...has(requirements, 'restoration').flatMap((word) => asked.restoration(given, word)),
      ]
    case orderTypes.implant:
      return [
        ...always.implant(given),
        ...has(requirements, 'implant').flatMap((word) => asked.implant(given, word)),
      ]
    case orderTypes.orthodontics:
      return [
        ...always.orthodontics(given),
        ...has(requirements, 'orthodontics').flatMap((word) => asked.orthodontics(given, word)),
      ]
    case orderTypes.removable:
      return [
        ...always.removable(given),
        ...has(requirements, 'removable').flatMap((word) => asked.removable(given, word)),
      ]
  }
}

function missingOfNone(type: OrderType): MissingPart[] {
  if (type === orderTypes.orthodontics) return [...open(null, 'appliance'), ...open(null, 'arch')]
  if (type === orderTypes.removable) return [...open(null, 'kind'), ...open(null, 'arch')]
  return [{ path: 'items', what: 'items' }]
}
