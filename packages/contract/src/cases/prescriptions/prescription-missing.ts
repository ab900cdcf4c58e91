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
import {
  alignerFields,
  applianceFields,
  biteFields,
  dentureKinds,
  makersWithoutPlatform,
  materialsWithoutShade,
  partialKinds,
  stagesWithoutBase,
  stagesWithoutTeeth,
  worksWithoutMaterial,
  worksWithoutRetention,
  worksWithoutShade,
} from './prescription-codes.ts'
import { type LabRequirement, preferenceRequirements } from './prescription-requirements.ts'
import type { Tooth } from './teeth.ts'

/**
 * A field that is required for sending and empty: its path in the prescription, its name (texts under
 * `prescription.fields`), and the tooth concerned.
 */
export type MissingPart = { path: string; what: MissingWord; tooth?: Tooth }

/** Names of required fields: those of every case, and those that a laboratory can require. */
export type MissingWord =
  | 'items'
  | 'material'
  | 'shade'
  | 'appliance'
  | 'kind'
  | 'arch'
  | TypeWord
  | RequiredWord
type TypeWord = (typeof alignerFields)[number] | (typeof biteFields)[number] | 'replaced' | 'clasps'
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

const lacksMaterial = ({ material, work }: Item) => material === null && !worksWithoutMaterial.includes(work)
const lacksShade = (item: Item) => hasShade(item) && item.shade.body === null && !item.shade.callMe
const isOnStump = (item: Item) => hasShade(item) && item.work !== 'pontic'
const isOnImplant = (item: ImplantItem) => item.work !== 'pontic'

/** Lists the sites whose works on the implant all lack a field. Of two works of a site, one describes the implant. */
const atSites = (
  { items }: ImplantPrescription,
  what: MissingWord,
  field: keyof ImplantItem | ((item: ImplantItem) => string),
  isMissing: (item: ImplantItem) => boolean,
  isConcerned: (item: ImplantItem) => boolean = isOnImplant,
): MissingPart[] =>
  items.flatMap((item, at) => {
    const works = items.filter((one) => one.tooth === item.tooth && isConcerned(one))
    if (works[0] !== item || !works.every(isMissing)) return []
    return [
      { path: `items.${at}.${typeof field === 'function' ? field(item) : field}`, what, tooth: item.tooth },
    ]
  })

const lacksImplant = ({ maker, platform }: ImplantItem) =>
  maker === null || (platform === null && !makersWithoutPlatform.includes(maker))

/** Returns the first empty step of the catalogue. */
const nextImplantStep = ({ maker, line }: ImplantItem) =>
  maker === null ? 'maker' : line === null ? 'line' : 'platform'

const hasRetention = (item: ImplantItem) => isOnImplant(item) && !worksWithoutRetention.includes(item.work)

/** For each type, lists the empty fields among those that every case requires (rules §6). */
const requiredByAll = {
  restoration: (given: RestorationPrescription): MissingPart[] => [
    ...needItems(given),
    ...atItems(given, 'material', 'material', lacksMaterial),
    ...atItems(given, 'shade', 'shade.body', lacksShade),
  ],
  implant: (given: ImplantPrescription): MissingPart[] => [
    ...needItems(given),
    ...atSites(given, 'implant', nextImplantStep, lacksImplant),
    ...atItems(given, 'material', 'material', lacksMaterial),
    ...atItems(given, 'shade', 'shade.body', lacksShade),
    ...atSites(given, 'retention', 'retention', ({ retention }) => retention === null, hasRetention),
    // The note describes an implant that the catalogue does not have.
    ...(given.note === ''
      ? atSites(given, 'note', 'note', ({ maker, note }) => maker === 'other' && note === '')
      : []),
  ],
  orthodontics: (given: OrthodonticPrescription): MissingPart[] => [
    ...listIfEmpty(given.appliance, 'appliance'),
    ...listIfEmpty(given.arch, 'arch'),
    ...(given.appliance === 'aligners'
      ? listFieldsOfAligners(given).flatMap((name) => listIfEmpty(given[name], name))
      : []),
  ],
  removable: (given: RemovablePrescription): MissingPart[] => [
    ...listIfEmpty(given.kind, 'kind'),
    ...listIfEmpty(given.arch, 'arch'),
    ...listMissingOfDenture(given),
  ],
}

/** Lists the fields that aligners require, whether they are empty or not. */
export const listFieldsOfAligners = ({ goal }: Pick<OrthodonticPrescription, 'goal'>) => [
  ...alignerFields,
  ...(goal === 'full' ? biteFields : []),
]

/** Lists the empty fields that a denture of its kind needs at its stage. A denture without a stage is finished at once. */
function listMissingOfDenture(given: RemovablePrescription): MissingPart[] {
  const { kind, stage, teethByLab } = given
  const isOf = (kinds: readonly string[], before: readonly string[]) =>
    kind !== null && kinds.includes(kind) && !(stage !== null && before.includes(stage))
  // A flexible denture has a flexible base with clasps of the same piece.
  const isFlexible = kind === 'flexible'
  return [
    ...(isOf(partialKinds, stagesWithoutBase) ? listIfEmpty(given.teeth, 'replaced', 'teeth') : []),
    ...(isOf(dentureKinds, stagesWithoutBase) && !isFlexible ? listIfEmpty(given.base, 'base') : []),
    ...(kind === 'partial' && isOf(partialKinds, stagesWithoutBase) && given.claspPlan === null
      ? listIfEmpty(given.clasps, 'clasps')
      : []),
    ...(isOf(dentureKinds, stagesWithoutTeeth) && !teethByLab
      ? [...listIfEmpty(given.toothMould, 'toothMould'), ...listMissingShade(given)]
      : []),
  ]
}

const listMissingShade = ({ shade }: RemovablePrescription): MissingPart[] =>
  shade.callMe ? [] : listIfEmpty(shade.body, 'shade', 'shade.body')

const listIfEmpty = (value: unknown, what: MissingWord, path: string = what): MissingPart[] =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? [{ path, what }] : []

const listMissingPreference = (given: Fixed, word: string): MissingPart[] => {
  const name = preferenceRequirements.find((one) => one === word)
  if (name === undefined || given.items.length === 0) return []
  // The form of a pontic is required only with a pontic.
  if (name === 'ponticForm' && !given.items.some(({ work }) => work === 'pontic')) return []
  return listIfEmpty(given.preferences[name], name, `preferences.${name}`)
}

const requiredByLab = {
  restoration: (given: RestorationPrescription, word: RequiredWord): MissingPart[] => {
    if (word === 'stump')
      return atItems(given, word, 'shade.stump', (item) => isOnStump(item) && item.shade.stump === null)
    return listMissingPreference(given, word)
  },
  implant: (given: ImplantPrescription, word: RequiredWord): MissingPart[] => {
    if (word === 'scanBody')
      return atSites(given, word, 'scanBodyMaker', ({ scanBodyMaker }) => scanBodyMaker === null)
    if (word === 'level' || word === 'abutment')
      return atSites(given, word, word, (item) => item[word] === null)
    return word === 'parts' || word === 'partsBy'
      ? listIfEmpty(given[word], word)
      : listMissingPreference(given, word)
  },
  orthodontics: (given: OrthodonticPrescription, word: RequiredWord): MissingPart[] => {
    const fields: readonly string[] = given.appliance === null ? [] : applianceFields[given.appliance]
    if (word === 'teeth' || word === 'thickness')
      return fields.includes(word) ? listIfEmpty(given[word], word) : []
    return word === 'note' ? listIfEmpty(given.note, word) : []
  },
  removable: (given: RemovablePrescription, word: RequiredWord): MissingPart[] => {
    if (word === 'shade') return given.teethByLab ? [] : listMissingShade(given)
    if (word === 'toothMould' && given.teethByLab) return []
    if (word === 'stage' || word === 'base' || word === 'baseShade' || word === 'toothMould')
      return listIfEmpty(given[word], word)
    return []
  },
}

const requirementsOf = (
  type: keyof typeof orderTypes,
  requirements: readonly LabRequirement[],
): RequiredWord[] =>
  requirements
    .filter((one) => one.startsWith(`${type}.`))
    .map((one) => one.slice(type.length + 1) as RequiredWord)

/**
 * Lists the required fields that are empty (rules §6): those that every case of the type needs, then those that the laboratory
 * requires. Server and web app call this function.
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
      return withLab(given, requiredByAll.restoration, requiredByLab.restoration, [
        'restoration',
        requirements,
      ])
    case orderTypes.implant:
      return withLab(given, requiredByAll.implant, requiredByLab.implant, ['implant', requirements])
    case orderTypes.orthodontics:
      return withLab(given, requiredByAll.orthodontics, requiredByLab.orthodontics, [
        'orthodontics',
        requirements,
      ])
    case orderTypes.removable:
      return withLab(given, requiredByAll.removable, requiredByLab.removable, ['removable', requirements])
  }
}

function withLab<One extends Prescription>(
  given: One,
  byAll: (given: One) => MissingPart[],
  byLab: (given: One, word: RequiredWord) => MissingPart[],
  lab: Parameters<typeof requirementsOf>,
): MissingPart[] {
  const general = byAll(given)
  const paths = new Set(general.map(({ path }) => path))
  const added = requirementsOf(...lab).flatMap((word) => byLab(given, word))
  return [...general, ...added.filter(({ path }) => !paths.has(path))]
}

function listMissingWithoutPrescription(type: OrderType): MissingPart[] {
  if (type === orderTypes.orthodontics)
    return [...listIfEmpty(null, 'appliance'), ...listIfEmpty(null, 'arch')]
  if (type === orderTypes.removable) return [...listIfEmpty(null, 'kind'), ...listIfEmpty(null, 'arch')]
  return [{ path: 'items', what: 'items' }]
}
