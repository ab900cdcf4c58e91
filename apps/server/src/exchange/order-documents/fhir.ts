import {
  type DocumentFile,
  type FileRole,
  fileRoles,
  guessFileRole,
  isTooth,
  type OrderDocument,
  parseTooth,
  type Tooth,
  type UnmappedValue,
} from '@pontic/contract'
import { assembleFixed } from './assemble-prescription.ts'
import { createDocument, parseIsoDay, toTimestamp } from './create-document.shared.ts'
import { baseNameOf, documentFile } from './document-files.ts'
import { fhirSystems } from './fhir-codes.ts'
import { parsePonticCodings } from './fhir-pontic.ts'
import { fieldsOf, type Json, type JsonFields, listOf, textOf } from './json.ts'
import { findWork, type ParsedWork } from './read-work.ts'
import { refuse } from './refusal.shared.ts'
import { findMaterial, parseShade } from './words.ts'

/** Returns the code of a concept in a code system; empty if there is none. */
const codeOf = (concept: Json | undefined, system: string): string =>
  listOf(fieldsOf(concept).coding)
    .map(fieldsOf)
    .filter((coding) => coding.system === system)
    .map((coding) => textOf(coding.code))[0] ?? ''

/** Returns a concept as text: its `text`, otherwise the displays of its codings, otherwise their codes. */
const wordsOf = (concept: Json | undefined): string => {
  const fields = fieldsOf(concept)
  const codings = listOf(fields.coding).map(fieldsOf)
  return (
    textOf(fields.text) ||
    codings
      .map((coding) => textOf(coding.display))
      .filter(Boolean)
      .join(', ') ||
    codings
      .map((coding) => textOf(coding.code))
      .filter(Boolean)
      .join(', ')
  )
}

const notesOf = (resource: JsonFields): string =>
  listOf(resource.note)
    .map((note) => textOf(fieldsOf(note).text))
    .filter(Boolean)
    .join('\n')

type Bundle = { all: JsonFields[]; find: (reference: Json | undefined) => JsonFields }

/** Lists the resources of a bundle, or a single resource. `find` resolves a reference by full URL, or by type and id. */
function openBundle(root: JsonFields): Bundle {
  if (root.resourceType !== 'Bundle') return { all: [root], find: () => ({}) }
  const entries = listOf(root.entry).map(fieldsOf)
  const byName = new Map<string, JsonFields>()
  for (const entry of entries) {
    const resource = fieldsOf(entry.resource)
    byName.set(textOf(entry.fullUrl), resource)
    byName.set(`${textOf(resource.resourceType)}/${textOf(resource.id)}`, resource)
  }
  return {
    all: entries.map((entry) => fieldsOf(entry.resource)),
    find: (reference) => byName.get(textOf(fieldsOf(reference).reference)) ?? {},
  }
}

function nameOf(resource: JsonFields): string {
  if (typeof resource.name === 'string') return resource.name
  const name = fieldsOf(listOf(resource.name)[0])
  const given = listOf(name.given).map(textOf).join(' ')
  return textOf(name.text) || [given, textOf(name.family)].filter(Boolean).join(' ')
}

/**
 * Parses a FHIR R4 bundle with service requests, or a single request (formats §6). Teeth have Universal or FDI numbers,
 * and works are recognized by words. ADA codes are not mapped and become text. A bundle of `serializeFhirBundle` is
 * restored exactly, except for source, status, and the sizes and digests of files.
 * @param fallbackId source id for a document that contains none
 * @throws DocumentRefusal fields_missing for a document without a request, fields_wrong for an invalid order
 */
export function parseFhir(root: JsonFields, fallbackId: string): OrderDocument {
  const bundle = openBundle(root)
  const requests = bundle.all.filter(({ resourceType }) => resourceType === 'ServiceRequest')
  const head =
    requests.find(({ basedOn }) => basedOn === undefined) ?? refuse('fields_missing', 'ServiceRequest')
  const works = requests.filter((request) => listOf(request.bodySite).length > 0)
  const unmapped: UnmappedValue[] = []
  const ponticCase = parsePonticCodings(head, requests, bundle.find)
  const result = ponticCase ?? parseForeign(bundle, head, works, unmapped)
  const people = peopleOf(bundle, head)
  const details = ponticCase?.details ?? {}
  return createDocument({
    source: { system: 'fhir', id: idOf(root, head, fallbackId), version: 'R4' },
    number: numberOf(head),
    type: result.type,
    ...people,
    createdAt: textOf(head.authoredOn) === '' ? null : toTimestamp(textOf(head.authoredOn)),
    scanDate: parseIsoDay(details.scanDate ?? ''),
    deliveryOn: parseIsoDay(textOf(head.occurrenceDateTime)),
    equipmentNumber: details.equipmentNumber ?? '',
    softwareVersion: details.softwareVersion ?? '',
    otherRequirements: ponticCase ? (details.otherRequirements ?? '') : notesOf(head),
    remark: details.remark ?? '',
    prescription: result.prescription,
    morePrescriptions: result.morePrescriptions,
    files: bundle.all.flatMap(fileOf),
    unmapped: [...unmapped, ...result.unmapped],
  })
}

const identifiersOf = (head: JsonFields) =>
  [...listOf(head.identifier), ...(head.requisition ? [head.requisition] : [])].map(fieldsOf)

function idOf(root: JsonFields, head: JsonFields, fallbackId: string): string {
  const [first] = [fieldsOf(root.identifier), ...identifiersOf(head)]
    .map(({ value }) => textOf(value))
    .filter(Boolean)
  return first ?? (textOf(root.id) || textOf(head.id) || fallbackId)
}

/** Returns the order number: the identifier in Pontic's system, otherwise the first identifier. */
function numberOf(head: JsonFields): string {
  const identifiers = listOf(head.identifier).map(fieldsOf)
  const ours = identifiers.find(({ system }) => system === fhirSystems.identifier)
  return textOf((ours ?? identifiers[0])?.value)
}

function peopleOf({ find }: Bundle, head: JsonFields) {
  const patient = find(head.subject)
  const requester = find(head.requester)
  const isRole = requester.resourceType === 'PractitionerRole'
  const doctor = isRole ? find(requester.practitioner) : requester
  const clinic = isRole ? find(requester.organization) : {}
  const [lab] = listOf(head.performer).map(find)
  return {
    patient: {
      name: nameOf(patient) || textOf(fieldsOf(head.subject).display),
      code: textOf(fieldsOf(listOf(patient.identifier)[0]).value),
      bornOn: parseIsoDay(textOf(patient.birthDate)),
    },
    doctor: doctor.resourceType === 'Organization' ? '' : nameOf(doctor),
    clinic: (doctor.resourceType === 'Organization' ? nameOf(doctor) : nameOf(clinic)).replace(/^-$/, ''),
    lab: nameOf(lab ?? {}) || textOf(fieldsOf(listOf(head.performer)[0]).display),
  }
}

function parseForeign(bundle: Bundle, head: JsonFields, works: JsonFields[], unmapped: UnmappedValue[]) {
  if (works.length === 0 && wordsOf(head.code) !== '')
    unmapped.push({ field: 'code', value: wordsOf(head.code) })
  for (const reason of listOf(head.reasonReference)) {
    const words = wordsOf(bundle.find(reason).code) || textOf(fieldsOf(reason).display)
    if (words !== '') unmapped.push({ field: 'reason', value: words })
  }
  const priority = textOf(head.priority)
  if (priority !== '' && priority !== 'routine') unmapped.push({ field: 'priority', value: priority })
  return assembleFixed(
    { works: works.flatMap((one) => parseRequest(one, head, unmapped)), connectors: [] },
    '',
  )
}

function parseRequest(request: JsonFields, head: JsonFields, unmapped: UnmappedValue[]): ParsedWork[] {
  const texts = [wordsOf(request.code), ...listOf(request.orderDetail).map(wordsOf)].filter(Boolean)
  const words = texts.join(', ')
  const note = request === head ? '' : notesOf(request).replaceAll(/\s+/g, ' ').slice(0, 300).trim()
  const material = texts.map(findMaterial).find((one) => one !== undefined) ?? null
  const { shade } = parseShade({ body: /\b([ABCD][1-4](?:[.,]5)?)\b/.exec(words)?.[1] ?? '' })
  return listOf(request.bodySite).flatMap((site): ParsedWork[] => {
    const tooth = toothOf(site, request)
    if (tooth === undefined) {
      unmapped.push({ field: wordsOf(site) || 'bodySite', value: words })
      return []
    }
    unmapped.push({ field: `tooth ${tooth}`, value: words })
    const isOnImplant = /implant/i.test(words)
    const work = findWork(words)
    return [{ tooth, work, material, shade, isOnImplant, abutment: null, retention: null, note, words }]
  })
}

/** Finds the tooth of a body site: in its codings, in a contained body structure, or in text such as `tooth #3`. */
function toothOf(site: Json, request: JsonFields): Tooth | undefined {
  const fdi = codeOf(site, fhirSystems.fdi)
  if (isTooth(fdi)) return fdi
  const contained = listOf(request.contained)
    .map(fieldsOf)
    .filter(({ resourceType }) => resourceType === 'BodyStructure')
    .flatMap((structure) => [
      structure.location,
      structure.morphology,
      ...listOf(structure.includedStructure),
    ])
  const structures = contained.flatMap((one) => [one, fieldsOf(one).structure])
  for (const concept of [site, ...structures]) {
    const tooth = parseTooth(codeOf(concept, fhirSystems.universal), 'universal')
    if (tooth) return tooth
  }
  const worded = /#\s?(\d{1,2}|[A-T])\b/.exec(wordsOf(site))?.[1] ?? ''
  return parseTooth(worded, 'universal')
}

function fileOf(resource: JsonFields): DocumentFile[] {
  if (resource.resourceType !== 'DocumentReference' && resource.resourceType !== 'Media') return []
  const roleCode = codeOf(resource.type, fhirSystems.role)
  const contents = listOf(resource.content).map((one) => fieldsOf(fieldsOf(one).attachment))
  return contents.flatMap((attachment) => {
    const name = baseNameOf(textOf(attachment.title) || textOf(attachment.url))
    const role: FileRole = fileRoles.find((one) => one === roleCode) ?? guessFileRole(name)
    return documentFile(name, role)
  })
}
