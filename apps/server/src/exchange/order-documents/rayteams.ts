import {
  areNeighbours,
  type Connector,
  type DocumentFile,
  type ImplantItem,
  isTooth,
  type OrderDocument,
  orderTypes,
  type Tooth,
  type UnmappedValue,
} from '@pontic/contract'
import { assembleFixed } from './assemble-prescription.ts'
import { createDocument, parseIsoDay } from './create-document.shared.ts'
import { baseNameOf, documentFile } from './document-files.ts'
import { connectorOf } from './exocad.ts'
import { fieldsOf, type JsonFields, listOf, textOf } from './json.ts'
import { findWork, type ParsedWork } from './read-work.ts'
import { findMaterial, normalizeWords, parseShade } from './words.ts'

/**
 * Parses a RAYTEAMS case, or an order that contains one (formats §5). Tooth numbers are FDI. Connectors that are not
 * selected are ignored.
 * @param fallbackId source id for a document that contains none
 * @throws DocumentRefusal fields_wrong for an invalid order
 */
export function parseRayteams(root: JsonFields, fallbackId: string): OrderDocument {
  const unmapped: UnmappedValue[] = []
  const inner = ['case', 'caseData', 'case_data', 'data'].map((name) => fieldsOf(root[name]))
  const one = [root, ...inner].find((fields) => fields.report !== undefined) ?? root
  const report = fieldsOf(one.report)
  const isOrtho = textOf(one.type) === 'orthodontics'
  const works = listOf(report.data).flatMap((row) => parseToothElement(fieldsOf(row), unmapped))
  const connectors = parseConnectors(fieldsOf(report.connects))
  const result = isOrtho
    ? {
        type: orderTypes.orthodontics,
        prescription: null,
        morePrescriptions: [],
        unmapped: [] as UnmappedValue[],
      }
    : assembleFixed({ works, connectors }, '')
  if (report.medicalReport !== undefined)
    unmapped.push({ field: 'medicalReport', value: JSON.stringify(report.medicalReport) })
  const product = textOf(root.product)
  if (product !== '') unmapped.push({ field: 'product', value: product })
  const subject = fieldsOf(root.subject)
  return createDocument({
    source: {
      system: 'rayteams',
      id: textOf(root.id) || textOf(root._id) || textOf(root.caseId) || fallbackId,
      version: textOf(one.report_version),
    },
    type: result.type,
    patient: {
      name: textOf(subject.name),
      code: textOf(root.patientId),
      bornOn: parseIsoDay(textOf(subject.birth)),
    },
    otherRequirements: [textOf(root.memo), textOf(report.memo)].filter((text) => text !== '').join('\n'),
    prescription: result.prescription,
    morePrescriptions: result.morePrescriptions,
    files: photosOf(fieldsOf(one.photos)),
    unmapped: [...unmapped, ...result.unmapped],
  })
}

/** Parses the works of one tooth. An abutment is merged into each other work of the tooth, which then is a work on an implant. */
function parseToothElement(row: JsonFields, unmapped: UnmappedValue[]): ParsedWork[] {
  const key = textOf(row.key)
  const children = listOf(row.child).map(textOf)
  if (!isTooth(key)) {
    unmapped.push({ field: 'tooth', value: `${key} ${children.join(' ')}` })
    return []
  }
  const parts = children.map((child) => parsePart(key, child, fieldsOf(row[`type_${child}`]), unmapped))
  const base = parts.find(({ work }) => work === 'abutment')
  const rest = parts.filter((part) => part !== base)
  if (base === undefined) return rest
  if (rest.length === 0) return [base]
  const words = [base.words, base.note, base.material].filter(Boolean).join(' ')
  return rest.map((part) => ({
    ...part,
    isOnImplant: true,
    abutment: abutmentOf(base),
    words: `${part.words}, ${words}`,
  }))
}

const abutmentOf = ({ material }: ParsedWork): ImplantItem['abutment'] => {
  if (material === 'titanium') return 'custom_titanium'
  return material === 'zirconia' || material === 'zirconia_multilayer' ? 'zirconia_on_base' : null
}

function parsePart(tooth: Tooth, child: string, detail: JsonFields, unmapped: UnmappedValue[]): ParsedWork {
  const materialName = textOf(detail.material)
  const material = findMaterial(materialName) ?? null
  const { shade, unmatched } = parseShade({ guide: textOf(detail.shade_system), body: textOf(detail.shade) })
  const texts = [...(material === null ? [materialName] : []), ...unmatched].filter((text) => text !== '')
  unmapped.push(...texts.map((value) => ({ field: `tooth ${tooth} ${child}`, value })))
  const method = normalizeWords(textOf(detail.method))
  return {
    tooth,
    work: findWork(child),
    material,
    shade,
    isOnImplant: /implant|abutment/.test(child),
    abutment: null,
    retention: retentionOf(method),
    note: method,
    words: normalizeWords(child),
  }
}

const retentionOf = (method: string): ImplantItem['retention'] => {
  if (/screw.*cement/.test(method)) return 'screw_cement'
  if (/screw/.test(method)) return 'screw'
  return /cement/.test(method) ? 'cement' : null
}

function parseConnectors(connects: JsonFields): Connector[] {
  return Object.values(connects).flatMap((value): Connector[] => {
    const { keys, select } = fieldsOf(value)
    const [one = '', other = ''] = listOf(keys).map(textOf)
    if (select !== true || !isTooth(one) || !isTooth(other) || !areNeighbours(one, other)) return []
    return [connectorOf(one, other)]
  })
}

const photosOf = (photos: JsonFields): DocumentFile[] =>
  Object.values(photos).flatMap((path) => documentFile(baseNameOf(textOf(path)), 'photo'))
