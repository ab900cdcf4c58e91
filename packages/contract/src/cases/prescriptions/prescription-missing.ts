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
 * A field that is required for sending and empty: its path in the prescription, its name (texts under
 * `prescription.fields`), and the tooth concerned.
 */
export type MissingPart = { path: string; what: MissingWord; tooth?: Tooth }

/** Names of required fields: those of every case, and those that a laboratory can require. */
export type MissingWord = 'items' | 'material' | 'shade' | 'appliance' | 'kind' | 'arch' | RequiredWord
type RequiredWord = LabRequirement extends `${string}.${infer Word}` ? Word : never

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

/** Whether a work has a shade. A post has none because it is invisible, gold because it has its own colour. */
export const hasShade = ({ work, material }: { work: string; material: string | null }): boolean =>
  !worksWithoutShade.includes(work) && !(material !== null && materialsWithoutShade.includes(material))

const lacksMaterial = ({ material }: Item) => material === null
const lacksShade = (item: Item) => hasShade(item) && item.shade.body === null && !item.shade.callMe
const isOnStump = (item: Item) => hasShade(item) && item.work !== 'pontic'
const isOnImplant = (item: ImplantItem) => item.work !== 'pontic'

/** For each type, lists the empty fields among those that every case requires (rules §6). */
const requiredByAll = {
  restoration: (given: RestorationPrescription): MissingPart[] => [
    ...needItems(given),
    ...atItems(given, 'material', 'material', lacksMaterial),
    ...atItems(given, 'shade', 'shade.body', lacksShade),
  ],
  implant: needItems,
  orthodontics: (given: OrthodonticPrescription): MissingPart[] => [
    ...listIfEmpty(given.appliance, 'appliance'),
    ...listIfEmpty(given.arch, 'arch'),
  ],
  removable: (given: RemovablePrescription): MissingPart[] => [
    ...listIfEmpty(given.kind, 'kind'),
    ...listIfEmpty(given.arch, 'arch'),
  ],
}

const listIfEmpty = (value: unknown, what: MissingWord, path: string = what): MissingPart[] =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? [{ path, what }] : []

const listMissingPreference = (given: Fixed, word: string): MissingPart[] => {
  const name = preferenceRequirements.find((one) => one === word)
  if (name === undefined || given.items.length === 0) return []
  // The form of a pontic is required only with a pontic.
  if (name === 'ponticForm' && !given.items.some(({ work }) => work === 'pontic')) return []
  return listIfEmpty(given.preferences[name], name, `preferences.${name}`)
}

const lacksImplant = (item: ImplantItem) =>
  isOnImplant(item) && (item.maker === null || (item.maker !== 'other' && item.platform === null))

const requiredByLab = {
  restoration: (given: RestorationPrescription, word: RequiredWord): MissingPart[] => {
    if (word === 'stump')
      return atItems(given, word, 'shade.stump', (item) => isOnStump(item) && item.shade.stump === null)
    return listMissingPreference(given, word)
  },
  implant: (given: ImplantPrescription, word: RequiredWord): MissingPart[] => {
    if (word === 'material') return atItems(given, word, word, lacksMaterial)
    if (word === 'shade') return atItems(given, word, 'shade.body', lacksShade)
    if (word === 'implant') return atItems(given, word, 'maker', lacksImplant)
    if (word === 'scanBody')
      return atItems(given, word, 'scanBodyMaker', (item) => isOnImplant(item) && item.scanBodyMaker === null)
    if (word === 'level' || word === 'abutment' || word === 'retention')
      return atItems(given, word, word, (item) => isOnImplant(item) && item[word] === null)
    return word === 'parts' || word === 'partsBy'
      ? listIfEmpty(given[word], word)
      : listMissingPreference(given, word)
  },
  orthodontics: (given: OrthodonticPrescription, word: RequiredWord): MissingPart[] => {
    const fields: readonly string[] = given.appliance === null ? [] : applianceFields[given.appliance]
    if (word === 'teeth' || word === 'thickness' || word === 'attachments' || word === 'ipr')
      return fields.includes(word) ? listIfEmpty(given[word], word) : []
    return word === 'note' ? listIfEmpty(given.note, word) : []
  },
  removable: (given: RemovablePrescription, word: RequiredWord): MissingPart[] => {
    if (word === 'shade') return given.shade.callMe ? [] : listIfEmpty(given.shade.body, word, 'shade.body')
    if (word === 'stage' || word === 'base' || word === 'baseShade' || word === 'toothMould')
      return listIfEmpty(given[word], word)
    return []
  },
}

const requirementsOf = (
  requirements: readonly LabRequirement[],
  type: keyof typeof orderTypes,
): RequiredWord[] =>
  requirements
    .filter((one) => one.startsWith(`${type}.`))
    .map((one) => one.slice(type.length + 1) as RequiredWord)

/**
 * Lists the required fields that are empty (rules §6). A restoration needs a tooth with work, material, and shade or
 * "call me". An implant case needs a tooth with work. Orthodontics need an appliance and an arch, removable dentures a
 * kind and an arch. The laboratory's requirements are added. Server and web app call this function.
 * @param given undefined or a prescription of another type counts as missing, without the laboratory's requirements
 * @returns an empty list if the prescription is complete
 */
export function listMissing(
  type: OrderType,
  given: Prescription | null | undefined,
  requirements: readonly LabRequirement[] = [],
): MissingPart[] {
  if (!given || given.type !== type) return listMissingWithoutPrescription(type)
  switch (given.type) {
    case orderTypes.restoration:
      return [
        ...requiredByAll.restoration(given),
        ...requirementsOf(requirements, 'restoration').flatMap((word) =>
          requiredByLab.restoration(given, word),
        ),
      ]
    case orderTypes.implant:
      return [
        ...requiredByAll.implant(given),
        ...requirementsOf(requirements, 'implant').flatMap((word) => requiredByLab.implant(given, word)),
      ]
    case orderTypes.orthodontics:
      return [
        ...requiredByAll.orthodontics(given),
        ...requirementsOf(requirements, 'orthodontics').flatMap((word) =>
          requiredByLab.orthodontics(given, word),
        ),
      ]
    case orderTypes.removable:
      return [
        ...requiredByAll.removable(given),
        ...requirementsOf(requirements, 'removable').flatMap((word) => requiredByLab.removable(given, word)),
      ]
  }
}

function listMissingWithoutPrescription(type: OrderType): MissingPart[] {
  if (type === orderTypes.orthodontics)
    return [...listIfEmpty(null, 'appliance'), ...listIfEmpty(null, 'arch')]
  if (type === orderTypes.removable) return [...listIfEmpty(null, 'kind'), ...listIfEmpty(null, 'arch')]
  return [{ path: 'items', what: 'items' }]
}
