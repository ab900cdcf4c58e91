import {
  type Connector,
  compareTeeth,
  isTooth,
  neighboursOf,
  type OrderDocument,
  ownValue,
  positionOf,
  type Tooth,
  type UnmappedValue,
} from '@pontic/contract'
import { assembleFixed } from './assemble-prescription.ts'
import { createDocument, parseIsoDay, toTimestamp } from './create-document.shared.ts'
import { exocadTypesWithoutWork, exocadWorks } from './exocad-codes.ts'
import { applyNoteFields, splitNote } from './note-fields.ts'
import { findWork, type ParsedWork } from './read-work.ts'
import { refuse } from './refusal.shared.ts'
import { findMaterial, parseShade } from './words.ts'
import { childOf, childrenOf, textOf, type XmlElement } from './xml.ts'

const isTrue = (text: string) => text.toLowerCase() === 'true'

/**
 * Returns the next tooth towards the midline. For the first tooth of a quadrant, returns the first tooth
 * across the midline.
 */
export const mesialOf = (tooth: Tooth): Tooth | undefined =>
  neighboursOf(tooth).find((one) =>
    positionOf(tooth) === 1 ? positionOf(one) === 1 : positionOf(one) < positionOf(tooth),
  )

/** Creates a connector between two teeth. `from` is the tooth further to the patient's right. */
export const connectorOf = (one: Tooth, other: Tooth): Connector => {
  return compareTeeth(one, other) <= 0 ? { from: one, to: other } : { from: other, to: one }
}

/**
 * Parses an exocad project (formats §1). Note fields that were edited and cannot be applied go to `unmapped`.
 * @throws DocumentRefusal fields_missing for a project without an id, fields_wrong for an invalid order
 */
export function parseExocad(root: XmlElement): OrderDocument {
  const { words, noteFields } = splitNote(textOf(root, 'Notes').replaceAll('\r\n', '\n'))
  const found = parseElements(root, words)
  if (noteFields.length === 0) return found
  const restored = applyNoteFields(found, noteFields)
  if (restored !== undefined) return restored
  const unmapped = [...found.unmapped, { field: 'Notes', value: noteFields.join('\n') }]
  return createDocument({ ...found, unmapped })
}

/** Parses the elements of a project. @param words text of the project's notes, without the note fields */
export function parseElements(root: XmlElement, words: string): OrderDocument {
  const unmapped: UnmappedValue[] = []
  const works: ParsedWork[] = []
  const connectors: Connector[] = []
  const caseShade = textOf(root, 'ToothColor')
  for (const element of childrenOf(childOf(root, 'Teeth'), 'Tooth')) {
    const number = textOf(element, 'Number') || (element.attributes.Number ?? '')
    if (!isTooth(number)) {
      unmapped.push({ field: 'Tooth', value: `${number} ${textOf(element, 'ReconstructionType')}` })
      continue
    }
    const work = parseToothElement(number, element, caseShade, unmapped)
    if (work === undefined) continue
    works.push(work)
    const mesial = mesialOf(number)
    if (isTrue(textOf(element, 'MesialConnector')) && mesial) connectors.push(connectorOf(number, mesial))
  }
  connectors.sort((a, b) => compareTeeth(a.from, b.from))
  const placed = assembleFixed({ works, connectors }, '')
  const patient = childOf(root, 'Patient')
  const dateTime = textOf(root, 'DateTime')
  return createDocument({
    source: { system: 'exocad', id: idOf(root), version: textOf(root, 'DentalDBProductName') },
    number: textOf(root, 'TrayNo'),
    type: placed.type,
    patient: {
      name: [textOf(patient, 'PatientFirstName'), textOf(patient, 'PatientName')].filter(Boolean).join(' '),
      code: textOf(patient, 'PatientId'),
    },
    doctor: textOf(childOf(root, 'Practice'), 'PracticeName'),
    createdAt: dateTime === '' ? null : toTimestamp(dateTime),
    scanDate: parseIsoDay(dateTime),
    otherRequirements: words,
    prescription: placed.prescription,
    morePrescriptions: placed.morePrescriptions,
    unmapped: [...unmapped, ...placed.unmapped],
  })
}

const idOf = (root: XmlElement): string =>
  textOf(root, 'ProjectGUID') ||
  textOf(root, 'ProjectUniqueId') ||
  textOf(root, 'ProjectId', 'ProjectID') ||
  refuse('fields_missing', 'ProjectGUID')

/** Parses one tooth of a project. Values without a code go to `unmapped`. @returns undefined if the tooth has no work */
function parseToothElement(
  tooth: Tooth,
  element: XmlElement,
  caseShade: string,
  unmapped: UnmappedValue[],
): ParsedWork | undefined {
  const type = textOf(element, 'ReconstructionType')
  if (exocadTypesWithoutWork.includes(type)) return undefined
  const materialName = textOf(element, 'MaterialName') || textOf(element, 'Material')
  const material = findMaterial(materialName) ?? null
  const { shade, unmatched } = parseShade({ body: textOf(element, 'Color') || caseShade })
  const addUnmapped = (field: string, value: string) => {
    if (value !== '') unmapped.push({ field: `tooth ${tooth} ${field}`, value })
  }
  if (material === null) addUnmapped('MaterialName', materialName)
  for (const value of unmatched) addUnmapped('Color', value)
  const preparation = textOf(element, 'PreparationType')
  if (preparation !== 'None') addUnmapped('PreparationType', preparation)
  return {
    tooth,
    work: ownValue(exocadWorks, type) ?? findWork(type),
    material,
    shade,
    note: '',
    words: type,
    ...parseImplant(element, addUnmapped),
  }
}

function parseImplant(
  element: XmlElement,
  addUnmapped: (field: string, value: string) => void,
): Pick<ParsedWork, 'isOnImplant' | 'abutment' | 'retention'> {
  const type = textOf(element, 'ImplantType')
  if (type === '' || type === 'None') return { isOnImplant: false, abutment: null, retention: null }
  const on = { isOnImplant: true, abutment: null, retention: null } as const
  if (type === 'WithoutAbutmentManual') return { ...on, retention: 'screw' }
  if (type === 'WithoutAbutment') return { ...on, abutment: 'none' }
  if (type !== 'CustomAbutment') addUnmapped('ImplantType', type)
  const material = findMaterial(textOf(element, 'MaterialAbutment'))
  if (material === 'titanium') return { ...on, abutment: 'custom_titanium' }
  if (material === 'zirconia') return { ...on, abutment: 'zirconia_on_base' }
  addUnmapped('MaterialAbutment', textOf(element, 'MaterialAbutment'))
  return on
}
