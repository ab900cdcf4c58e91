import { createHash } from 'node:crypto'
import {
  type OrderDocument,
  type OrderType,
  orderTypes,
  type Prescription,
  type Tooth,
  toUniversal,
} from '@pontic/contract'
import { cleanName } from '../../platform/storage/names.ts'
import { fhirSystems } from './fhir-codes.ts'
import type { SerializedDocument } from './write-exocad.shared.ts'

type Resource = { resourceType: string; id: string } & Record<string, unknown>
type Coding = { system: string; code: string }
type Field = { path: string; value: string | number | boolean }

const emptyValues: readonly unknown[] = [null, '', false, undefined]

/** Lists the non-empty fields of a prescription with their paths, such as `shade.body` with the value `A1`. */
function* fieldsOf(value: unknown, path = ''): Generator<Field> {
  if (emptyValues.includes(value)) return
  if (typeof value !== 'object') yield { path, value: value as Field['value'] }
  else
    for (const [key, one] of Object.entries(value as object))
      yield* fieldsOf(one, path === '' ? key : `${path}.${key}`)
}

// FHIR codes have no leading, trailing or double spaces. Other texts are not codes and go to `text`.
const isCode = (text: string) => text.length <= 60 && /^\S+( \S+)*$/.test(text)

const detailOf = ({ path, value }: Field) => {
  const system = `${fhirSystems.field}${path}`
  const text = String(value)
  return isCode(text) ? { coding: [{ system, code: text }] } : { coding: [{ system }], text }
}

/**
 * Serializes an order as a FHIR R4 document bundle (formats §6). It has one request for the order, one
 * for each further prescription, and one for each work, with the tooth as body site and the laboratory as performer. Each field of the prescription is a coding in a
 * `urn:pontic:` system. Files are referenced, not contained.
 */
export function serializeFhirBundle(document: OrderDocument): SerializedDocument {
  const resources = resourcesOf(document)
  const bundle = {
    resourceType: 'Bundle',
    identifier: { system: fhirSystems.identifier, value: document.source.id },
    type: 'document',
    timestamp: document.createdAt ?? `${document.scanDate ?? '1970-01-01'}T00:00:00.000Z`,
    entry: resources.map((resource) => ({ fullUrl: urlOf(document, resource.id), resource })),
  }
  return {
    name: `${cleanName(document.number || document.source.id)}.fhir.json`,
    mediaType: 'application/fhir+json',
    bytes: Buffer.from(`${JSON.stringify(bundle, null, 2)}\n`),
  }
}

/** Returns the URL of a resource in the bundle. It is always the same for the same order. */
function urlOf({ source }: OrderDocument, id: string): string {
  const hex = createHash('sha256').update(`${source.system}\n${source.id}\n${id}`).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`
}

function resourcesOf(document: OrderDocument): Resource[] {
  const to = (id: string) => ({ reference: urlOf(document, id) })
  const { patient, doctor, clinic, lab } = document
  const people: Resource[] = [
    {
      resourceType: 'Patient',
      id: 'patient',
      ...(patient.code === '' ? {} : { identifier: [{ system: fhirSystems.patient, value: patient.code }] }),
      name: [{ text: patient.name }],
      ...(patient.bornOn === null ? {} : { birthDate: patient.bornOn }),
    },
    { resourceType: 'Practitioner', id: 'doctor', ...(doctor === '' ? {} : { name: [{ text: doctor }] }) },
    { resourceType: 'Organization', id: 'clinic', name: clinic || '-' },
    {
      resourceType: 'PractitionerRole',
      id: 'role',
      practitioner: to('doctor'),
      organization: to('clinic'),
    },
  ]
  if (lab !== '') people.push({ resourceType: 'Organization', id: 'lab', name: lab })
  const requests = requestsOf(document, to)
  const files = document.files.map((file, at) => fileOf(file, at, to))
  const sections = [...requests, ...files].map(({ id }) => to(id))
  const head: Resource = {
    resourceType: 'Composition',
    id: 'composition',
    status: 'final',
    type: { text: 'Dental laboratory order' },
    subject: to('patient'),
    date: document.createdAt ?? `${document.scanDate ?? '1970-01-01'}T00:00:00.000Z`,
    author: [to('role')],
    title: document.number || document.source.id,
    section: [{ entry: sections }],
  }
  return [head, ...people, ...requests, ...files]
}

type Refer = (id: string) => { reference: string }

type Part = Readonly<Record<string, unknown>> & { type: OrderType }

/** The fields of a prescription for its request, and its works. */
function partOf(prescription: Prescription | null): {
  fields: object
  works: Record<string, unknown>[]
  note: string
} {
  if (prescription === null) return { fields: {}, works: [], note: '' }
  const { type, note, ...rest } = prescription as Part & { note: string; items?: Record<string, unknown>[] }
  if (type !== orderTypes.restoration && type !== orderTypes.implant) return { fields: rest, works: [], note }
  const { items = [], ...fields } = rest
  return { fields, works: items, note }
}

/**
 * Creates the requests of an order: one for the order with its first prescription, one for each further prescription, and one for
 * each work. The request of a prescription has the fields that do not belong to a single work.
 */
function requestsOf(document: OrderDocument, to: Refer): Resource[] {
  const first = partOf(document.prescription)
  const common = {
    status: 'active',
    intent: 'order',
    subject: to('patient'),
    requester: to('role'),
    ...(document.lab === '' ? {} : { performer: [to('lab')] }),
    requisition: { system: fhirSystems.identifier, value: document.source.id },
  }
  const worksOf = (works: Record<string, unknown>[], of: string, name: string) =>
    works.map((item, at) => ({ ...workOf(item, `${name}-${at}`), ...common, basedOn: [to(of)] }) as Resource)
  const orderRequest: Resource = {
    resourceType: 'ServiceRequest',
    id: 'order',
    identifier: identifiersOf(document),
    ...common,
    ...(document.createdAt === null ? {} : { authoredOn: document.createdAt }),
    ...(document.deliveryOn === null ? {} : { occurrenceDateTime: document.deliveryOn }),
    code: { coding: [{ system: fhirSystems.type, code: String(document.type) }] },
    orderDetail: [...headDetails(document), ...[...fieldsOf(first.fields)].map(detailOf)],
    note: [document.otherRequirements, first.note].filter((text) => text !== '').map((text) => ({ text })),
    supportingInfo: document.files.map((_, at) => to(`file-${at}`)),
  }
  const more = document.morePrescriptions.flatMap((prescription, index) => {
    const { fields, works, note } = partOf(prescription)
    const id = `order-${index + 2}`
    const request: Resource = {
      resourceType: 'ServiceRequest',
      id,
      ...common,
      basedOn: [to('order')],
      code: { coding: [{ system: fhirSystems.type, code: String(prescription.type) }] },
      orderDetail: [...fieldsOf({ note, ...fields })].map(detailOf),
      note: note === '' ? [] : [{ text: note }],
    }
    return [request, ...worksOf(works, id, `work-${index + 2}`)]
  })
  return [orderRequest, ...worksOf(first.works, 'order', 'work'), ...more].map(withoutEmpty)
}

const identifiersOf = ({ source, number }: OrderDocument) => [
  { system: `${fhirSystems.source}${source.system}`, value: source.id },
  ...(number === '' ? [] : [{ system: fhirSystems.identifier, value: number }]),
]

/** Lists codings for fields of the order that have no element in a request. */
const headDetails = (document: OrderDocument) => {
  const { scanDate, equipmentNumber, softwareVersion, remark, prescription } = document
  const note = prescription?.note ?? ''
  const fields = {
    scanDate,
    equipmentNumber,
    softwareVersion,
    remark,
    otherRequirements: document.otherRequirements,
  }
  return [...fieldsOf({ case: fields, note })].map(detailOf)
}

function workOf(item: Record<string, unknown>, id: string): Resource {
  const { tooth, work, note, ...rest } = item as { tooth: Tooth; work: string; note: string }
  const coding: Coding[] = [
    { system: fhirSystems.fdi, code: tooth },
    { system: fhirSystems.universal, code: toUniversal(tooth) },
  ]
  return {
    resourceType: 'ServiceRequest',
    id,
    code: { coding: [{ system: fhirSystems.work, code: work }], text: work },
    bodySite: [{ coding }],
    orderDetail: [...fieldsOf(rest)].map(detailOf),
    note: note === '' ? [] : [{ text: note }],
  }
}

const withoutEmpty = (resource: Resource): Resource =>
  Object.fromEntries(
    Object.entries(resource).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  ) as Resource

function fileOf(file: OrderDocument['files'][number], at: number, to: Refer): Resource {
  const { name, role, sizeBytes, sha256 } = file
  return {
    resourceType: 'DocumentReference',
    id: `file-${at}`,
    status: 'current',
    type: { coding: [{ system: fhirSystems.role, code: role }] },
    subject: to('patient'),
    ...(sha256 === null ? {} : { identifier: [{ system: 'urn:ietf:rfc:6234:sha-256', value: sha256 }] }),
    content: [{ attachment: { title: name, ...(sizeBytes === null ? {} : { size: sizeBytes }) } }],
  }
}
