import { createHash } from 'node:crypto'
import {
  archOf,
  byLab,
  compareTeeth,
  type DocumentFile,
  type ImplantPrescription,
  listPrescriptions,
  type OrderDocument,
  orderTypes,
  type Prescription,
  type RestorationPrescription,
  type Tooth,
} from '@pontic/contract'
import { cleanName } from '../../platform/storage/names.ts'
import { mesialOf, parseElements } from './exocad.ts'
import { exocadMaterials, exocadTypeOf } from './exocad-codes.ts'
import { listNoteFields, noteMarker } from './note-fields.ts'
import { escapeXml, parseXml, textOf } from './xml.ts'

/** A serialized document with its file name and media type. */
export type SerializedDocument = { name: string; mediaType: string; bytes: Buffer }

/** An exocad project. `fileNames`: names of the order's files in the folder, in the sequence of the document's files. */
export type SerializedProject = { folder: string; document: SerializedDocument; fileNames: string[] }

const lineEnd = '\r\n'
const byteOrderMark = '\ufeff'

/**
 * Serializes an order as an exocad project folder (formats §1), with the byte order mark, line ends and file names of the
 * format. Fields without an element are appended to the notes, so that `parseExocad` restores the same order. The import
 * into exocad is untested.
 */
export function serializeExocadProject(document: OrderDocument): SerializedProject {
  const folder = cleanName(document.number || document.source.id)
  const withoutNotes = bytesOf(document, document.otherRequirements)
  const root = parseXml(withoutNotes)
  const parsed = parseElements(root, textOf(root, 'Notes'))
  const noteFields = listNoteFields(document, parsed)
  const isMarked = noteFields.length > 0 || document.otherRequirements.includes(noteMarker)
  const notes = isMarked
    ? [document.otherRequirements, '', noteMarker, ...noteFields].join('\n').trimStart()
    : document.otherRequirements
  return {
    folder,
    document: {
      name: `${folder}.dentalProject`,
      mediaType: 'application/xml',
      bytes: isMarked ? bytesOf(document, notes) : withoutNotes,
    },
    fileNames: nameFiles(folder, document),
  }
}

const bytesOf = (document: OrderDocument, notes: string): Buffer =>
  Buffer.from(byteOrderMark + [...rows(document, notes), ''].join('\n').replaceAll('\n', lineEnd))

const element = (name: string, value: string | boolean | null | undefined): string =>
  value === '' || value === null || value === undefined
    ? `<${name} />`
    : `<${name}>${escapeXml(String(value))}</${name}>`

const digestOf = (document: OrderDocument) =>
  createHash('sha256').update(`${document.source.system}\n${document.source.id}`).digest()

/** Derives a GUID from the source of an order. The same order always has the same GUID. */
function guidOf(document: OrderDocument): string {
  const hex = digestOf(document).toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

const lettersOf = (document: OrderDocument): string =>
  [...digestOf(document).subarray(0, 26)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')

type Fixed = RestorationPrescription | ImplantPrescription

const isFixed = (one: Prescription): one is Fixed =>
  one.type === orderTypes.restoration || one.type === orderTypes.implant

/** Lists the prescriptions of works on teeth and implants. */
const fixedOf = (document: OrderDocument): Fixed[] => listPrescriptions(document).filter(isFixed)

function rows(document: OrderDocument, notes: string): string[] {
  const fixed = fixedOf(document)
  const has = (role: string) => document.files.some((file) => file.role === role)
  const teeth = firstItems(fixed).flatMap(([of, item]) => toothRows(of, item))
  const hasBoth = has('antagonist') || (has('upper') && has('lower'))
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<Treatment UseRecipientMaterialConfiguration="false">',
    `  ${element('DateTime', document.createdAt ?? document.scanDate)}`,
    `  ${element('TrayNo', document.number)}`,
    `  ${element('Notes', notes)}`,
    `  ${element('ProjectGUID', guidOf(document))}`,
    `  ${element('ProjectUniqueId', lettersOf(document))}`,
    ...(teeth.length === 0 ? ['  <Teeth />'] : ['  <Teeth>', ...teeth, '  </Teeth>']),
    '  <Practice>',
    `    ${element('PracticeId', digestOf(document).toString('hex', 0, 4))}`,
    `    ${element('PracticeName', document.doctor || document.clinic)}`,
    '  </Practice>',
    '  <Patient>',
    `    ${element('PatientId', document.patient.code || document.number || document.source.id)}`,
    `    ${element('PatientName', document.patient.name)}`,
    '  </Patient>',
    `  ${element('ToothColor', shadeOfAll(fixed))}`,
    ...(hasBoth ? [`  ${element('AntagonistType', 'DigitalImpressionScan')}`] : []),
    `  ${element('MovementMarkerScan', false)}`,
    `  ${element('SeparateGingivaScan', has('gingiva'))}`,
    `  ${element('ScanAbutmentScan', has('scanBody') || fixed.some(({ type }) => type === orderTypes.implant))}`,
    `  ${element('DentalDBProductName', 'Pontic [Version 1.0]')}`,
    '</Treatment>',
  ]
}

type Item = Fixed['items'][number]

/** Lists the first work of each tooth with its prescription, because a project has one element per tooth. */
const firstItems = (fixed: readonly Fixed[]): (readonly [Fixed, Item])[] => {
  const all = fixed.flatMap((of) => of.items.map((item: Item) => [of, item] as const))
  return all.filter(([, { tooth }], at) => all.findIndex(([, one]) => one.tooth === tooth) === at)
}

const shadeOfAll = (fixed: readonly Fixed[]): string => {
  const bodies = new Set(fixed.flatMap(({ items }) => items.map(({ shade }: Item) => shade.body)))
  return bodies.size === 1 ? ([...bodies][0] ?? '') : ''
}

function toothRows(fixed: Fixed, item: Fixed['items'][number]): string[] {
  const material =
    item.material === null || item.material === byLab ? undefined : exocadMaterials[item.material]
  return [
    '    <Tooth>',
    `      ${element('Number', item.tooth)}`,
    `      ${element('ReconstructionType', exocadTypeOf(item.work))}`,
    `      ${element('PreparationType', 'None')}`,
    `      ${element('MaterialName', material?.name)}`,
    ...(material?.code ? [`      ${element('Material', material.code)}`] : []),
    ...implantRows(fixed, item),
    `      ${element('Color', item.shade.body)}`,
    `      ${element('MesialConnector', isConnectedMesially(fixed, item.tooth))}`,
    '    </Tooth>',
  ]
}

function implantRows(fixed: Fixed, item: Fixed['items'][number]): string[] {
  const none = [`      ${element('ImplantType', 'None')}`]
  if (fixed.type !== orderTypes.implant || item.work === 'pontic' || !('abutment' in item)) return none
  if (item.retention === 'screw' && item.abutment === null)
    return [`      ${element('ImplantType', 'WithoutAbutmentManual')}`]
  const material = { custom_titanium: 'TI', zirconia_on_base: 'ZI' }[item.abutment as string]
  if (material === undefined) return [`      ${element('ImplantType', 'WithoutAbutment')}`]
  return [
    `      ${element('ImplantType', 'CustomAbutment')}`,
    `      ${element('MaterialAbutment', material)}`,
  ]
}

/**
 * Whether a tooth is connected to its mesial neighbour. A connection across the midline counts only for the tooth on the
 * patient's left.
 */
function isConnectedMesially({ connectors }: Fixed, tooth: Tooth): boolean {
  const mesial = mesialOf(tooth)
  if (mesial === undefined) return false
  const isOverMidline = archOf(mesial) === archOf(tooth) && mesial.at(-1) === tooth.at(-1)
  if (isOverMidline && compareTeeth(tooth, mesial) < 0) return false
  return connectors.some(
    ({ from, to }) => (from === tooth && to === mesial) || (from === mesial && to === tooth),
  )
}

const roleWords: Readonly<Record<string, string>> = {
  upper: 'upperjaw',
  lower: 'lowerjaw',
  preparation: 'Preparation',
  antagonist: 'Antagonist',
  design: 'design',
}

/** Names the files as scanners do in exocad folders (formats §7). Attachments keep their names after the prefix `<folder>-`. */
function nameFiles(folder: string, document: OrderDocument): string[] {
  const taken = new Set<string>()
  const jaw = jawOf(document)
  let bites = 0
  return document.files.map((file) => {
    const ending = /\.[A-Za-z0-9]{1,10}$/.exec(file.name)?.[0].toLowerCase() ?? ''
    const word = file.role === 'bite' ? `TotalJaw${bites++}` : wordOf(file, jaw)
    const stem = word === undefined ? cleanName(file.name).replace(/\.[A-Za-z0-9]{1,10}$/, '') : word
    let name = `${folder}-${stem}${ending}`
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${folder}-${stem}-${n}${ending}`
    taken.add(name.toLowerCase())
    return name
  })
}

function wordOf(file: DocumentFile, jaw: string): string | undefined {
  if (file.role === 'scanBody') return `${jaw}-marker`
  return file.role === 'gingiva' ? `${jaw}-gingiva` : roleWords[file.role]
}

/** Returns the jaw of the works: the lower jaw if all works are in it, otherwise the upper jaw. */
const jawOf = (document: OrderDocument): string => {
  const teeth = fixedOf(document).flatMap(({ items }) => items.map(({ tooth }: Item) => tooth))
  return teeth.length > 0 && teeth.every((tooth) => archOf(tooth) === 'lower') ? 'lowerjaw' : 'upperjaw'
}
