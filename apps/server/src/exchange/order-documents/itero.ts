import {
  type Appliance,
  areNeighbours,
  type Connector,
  compareTeeth,
  type DocumentFile,
  type FileRole,
  guessFileRole,
  type OrderDocument,
  type OrderType,
  orderTypes,
  Prescription,
  parseTooth,
  removableKinds,
  type Tooth,
  type UnmappedValue,
} from '@pontic/contract'
import { assembleFixed } from './assemble-prescription.ts'
import { createDocument, dayOf } from './create-document.shared.ts'
import { baseNameOf, documentFile } from './document-files.ts'
import { connectorOf } from './exocad.ts'
import { findWork, type ParsedWork } from './read-work.ts'
import { findMaterial, normalizeWords, parseShade } from './words.ts'
import { childOf, childrenOf, descendantsOf, textOf, type XmlElement } from './xml.ts'

// Fields of `RxInfo` that are mapped to an order, or have no meaning outside the source system.
const mappedFields = [
  ...['OrderID', 'CaseId', 'Patient', 'Doctor', 'DueDate', 'LabName', 'ChartNumber', 'Notes', 'ExportTime'],
  ...['UtcOffset', 'iTeroVersion', 'ToothShadeSystem', 'CaseTypeID', 'DoctorID', 'DoctorLicense'],
  ...['DoctorCompanyID', 'LabID', 'CaaSVersion', 'ExportScheme'],
]
const mappedToothFields = [
  ...['AdaId', 'RestorationType', 'ToothMaterial', 'IncisalShade', 'MiddleShade', 'GingivalShade'],
  ...['DieShade', 'ImplantBasedRestorationType'],
]

/**
 * Parses an iTero or OrthoCAD export of version 2.4 to 5.0 (formats §4). Its tooth numbers are Universal. The patient's
 * name stays as written, because first and last name cannot be distinguished.
 * @throws DocumentRefusal fields_missing for an export without an order id, fields_wrong for an invalid order
 */
export function parseItero(root: XmlElement): OrderDocument {
  const head = childOf(root, 'RxInfo')
  const field = (...names: string[]) =>
    textOf(head, ...names) || (names.map((name) => head?.attributes[name] ?? '').find(Boolean) ?? '')
  const unmapped: UnmappedValue[] = unmappedHeadFields(head)
  const fixed = parseTeeth(root, field('ToothShadeSystem'), unmapped)
  const result =
    fixed.works.length > 0
      ? assembleFixed(fixed, '')
      : {
          ...prescriptionByCaseType(field('CaseTypeName')),
          morePrescriptions: [],
          unmapped: [] as UnmappedValue[],
        }
  return createDocument({
    source: { system: 'itero', id: field('OrderID', 'CaseId'), version: root.attributes.Version ?? '' },
    type: result.type,
    patient: { name: field('Patient'), code: field('ChartNumber') },
    doctor: doctorOf(field('Doctor')),
    lab: field('LabName'),
    scanDate: parseUsDay(field('ExportTime')),
    deliveryOn: parseUsDay(field('DueDate')),
    softwareVersion: field('iTeroVersion'),
    otherRequirements: field('Notes'),
    prescription: result.prescription,
    morePrescriptions: result.morePrescriptions,
    files: filesOf(root),
    unmapped: [...unmapped, ...result.unmapped],
  })
}

const unmappedHeadFields = (head: XmlElement | undefined): UnmappedValue[] =>
  (head?.children ?? [])
    .filter(
      ({ name, children, text }) => !mappedFields.includes(name) && children.length === 0 && text.trim(),
    )
    .map(({ name, text }) => ({ field: name, value: text }))

/** Parses `MM/DD/YYYY`, with or without a time. */
function parseUsDay(text: string): string | null {
  const found = /^(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text)
  return found ? dayOf(Number(found[3]), Number(found[1]), Number(found[2])) : null
}

/** Converts `Dr. Last, First M` to `Dr. First M Last`. A name without a comma stays unchanged. */
function doctorOf(text: string): string {
  const found = /^(dr\.?\s+)?([^,]+),\s*([^,]+)$/i.exec(text)
  return found ? `${found[1] ?? ''}${found[3]} ${found[2]}`.trim() : text
}

const appliancesByWords: readonly (readonly [Appliance, RegExp])[] = [
  ['aligners', /invisalign|aligner/],
  ['vacuum_retainer', /vivera|retainer/],
  ['night_guard', /night ?guard/],
  ['sleep_device', /sleep/],
  ['splint', /splint/],
  ['study_models', /study model|irecord/],
]

/** Derives the order type and the appliance from the name of the case type. */
function prescriptionByCaseType(caseType: string): { type: OrderType; prescription: Prescription | null } {
  const plain = normalizeWords(caseType)
  const appliance = appliancesByWords.find(([, words]) => words.test(plain))?.[0]
  if (appliance !== undefined || /ortho/.test(plain)) {
    const type = orderTypes.orthodontics
    return { type, prescription: appliance ? Prescription.parse({ type, appliance }) : null }
  }
  if (/denture|removable/.test(plain)) {
    const kind = removableKinds.find((one) => plain.includes(one))
    const type = orderTypes.removable
    return { type, prescription: kind ? Prescription.parse({ type, kind }) : null }
  }
  return { type: /implant/.test(plain) ? orderTypes.implant : orderTypes.restoration, prescription: null }
}

/**
 * Reads the code lists that the document defines.
 * @returns a function that returns the name of a code, or the code if no list has it
 */
function readDefinitions(root: XmlElement): (list: RegExp, code: string) => string {
  const lists = [...descendantsOf(root)]
    .filter(({ name }) => name === 'RxDefines')
    .flatMap((one) => one.children)
  return (list, code) => {
    for (const { name, children } of lists) {
      if (!list.test(name)) continue
      const row = children.find((one) => (one.attributes.Id ?? textOf(one, 'Id')) === code)
      if (row) return row.attributes.Name ?? textOf(row, 'Name')
    }
    return code
  }
}

const isNone = (text: string) => text === '' || /^(none|0|-1|n\/a|false)$/i.test(text)

function parseTeeth(root: XmlElement, shadeSystem: string, unmapped: UnmappedValue[]) {
  const nameOf = readDefinitions(root)
  const works: ParsedWork[] = []
  const elements = [...descendantsOf(root)]
  for (const element of elements.filter(({ name }) => name === 'Tooth')) {
    const { attributes } = element
    const tooth = parseTooth(attributes.AdaId ?? '', 'universal')
    const words = nameOf(/^RestorationTypes/, attributes.RestorationType ?? '')
    if (tooth === undefined) unmapped.push({ field: 'Tooth', value: `${attributes.AdaId ?? ''} ${words}` })
    else works.push(parseToothElement(tooth, attributes, words, shadeSystem, nameOf, unmapped))
  }
  const connectors = elements
    .filter(({ name }) => name === 'Bridge')
    .flatMap((bridge) => parseBridge(bridge, nameOf, unmapped))
  return { works, connectors }
}

function parseToothElement(
  tooth: Tooth,
  attributes: Readonly<Record<string, string>>,
  words: string,
  guide: string,
  nameOf: (list: RegExp, code: string) => string,
  unmapped: UnmappedValue[],
): ParsedWork {
  const addUnmapped = (field: string, value: string) =>
    isNone(value) || unmapped.push({ field: `tooth ${tooth} ${field}`, value })
  for (const [name, value] of Object.entries(attributes))
    if (!mappedToothFields.includes(name))
      addUnmapped(name, nameOf(/^(Implant|Bridge|Restoration)Types/, value))
  const materialName = nameOf(/^Materials/, attributes.ToothMaterial ?? '')
  const material = findMaterial(materialName) ?? null
  if (material === null) addUnmapped('ToothMaterial', materialName)
  const { shade, unmatched } = parseShade({
    guide,
    cervical: attributes.GingivalShade ?? '',
    body: attributes.MiddleShade ?? '',
    incisal: attributes.IncisalShade ?? '',
    stump: attributes.DieShade ?? '',
  })
  for (const value of unmatched) addUnmapped('shade', value)
  const implant = nameOf(/^ImplantTypes/, attributes.ImplantBasedRestorationType ?? '')
  const isOnImplant = !isNone(implant) || /implant/i.test(words)
  if (isOnImplant) addUnmapped('ImplantBasedRestorationType', implant)
  return {
    tooth,
    work: findWork(words),
    material,
    shade,
    isOnImplant,
    abutment: null,
    retention: /screw/i.test(implant) ? 'screw' : /cement/i.test(implant) ? 'cement' : null,
    note: '',
    words,
  }
}

/** Parses a bridge, whose teeth are child elements or a list of numbers in an attribute. Connects teeth that are neighbours. */
function parseBridge(
  bridge: XmlElement,
  nameOf: (list: RegExp, code: string) => string,
  unmapped: UnmappedValue[],
): Connector[] {
  const listed = Object.entries(bridge.attributes)
    .filter(([name]) => /teeth|ada/i.test(name))
    .flatMap(([, value]) => value.split(/[\s,;]+/))
  const below = [...descendantsOf(bridge)].map(({ attributes, text }) => attributes.AdaId ?? text.trim())
  const teeth = [...listed, ...below]
    .map((text) => parseTooth(text, 'universal'))
    .filter((tooth) => tooth !== undefined)
    .sort(compareTeeth)
  const kind = nameOf(/^BridgeTypes/, bridge.attributes.BridgeType ?? bridge.attributes.Type ?? '')
  if (!isNone(kind)) unmapped.push({ field: `Bridge ${teeth.join('–')}`, value: kind })
  return teeth.flatMap((tooth, at) => {
    const next = teeth[at + 1]
    return next !== undefined && areNeighbours(tooth, next) ? [connectorOf(tooth, next)] : []
  })
}

function filesOf(root: XmlElement): DocumentFile[] {
  return childrenOf(childOf(root, 'ExportedObjects'), 'Object').flatMap(({ attributes }) => {
    const name = baseNameOf(attributes.FileName ?? '')
    return documentFile(name, roleOf(attributes, name))
  })
}

function roleOf(attributes: Readonly<Record<string, string>>, name: string): FileRole {
  if (attributes.ObjectType === 'Image') return 'photo'
  if (attributes.ObjectType !== 'Surface' || attributes.SubType !== 'Jaw') return 'other'
  if (/lockedocclusion/i.test(name)) return 'bite'
  if (attributes.JawId === 'Upper') return 'upper'
  return attributes.JawId === 'Lower' ? 'lower' : guessFileRole(name)
}
