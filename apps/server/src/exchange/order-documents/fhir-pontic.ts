import {
  isTooth,
  type OrderType,
  orderTypes,
  Prescription,
  type PrescriptionInput,
  prescriptionMeasures,
  type UnmappedValue,
} from '@pontic/contract'
import { fhirSystems } from './fhir-codes.ts'
import { fieldsOf, type Json, type JsonFields, listOf, textOf } from './json.ts'

/** An order parsed from `urn:pontic:` codings. `details`: fields of the order that are not in the prescription. */
export type PonticCase = {
  type: OrderType
  prescription: Prescription | null
  morePrescriptions: Prescription[]
  unmapped: UnmappedValue[]
  details: Readonly<Record<string, string>>
}

const codingsOf = (concept: Json | undefined) => listOf(fieldsOf(concept).coding).map(fieldsOf)

const codeOf = (concept: Json | undefined, system: string): string =>
  textOf(codingsOf(concept).find((coding) => coding.system === system)?.code)

type Detail = { path: string[]; text: string }

/**
 * Lists the prescription fields of a request. Each field is one coding. A value that is not a valid code is
 * in the `text` beside the coding.
 */
const detailsOf = (request: JsonFields): Detail[] =>
  listOf(request.orderDetail).flatMap((concept) => {
    const coding = codingsOf(concept).find(({ system }) => textOf(system).startsWith(fhirSystems.field))
    if (coding === undefined) return []
    const path = textOf(coding.system).slice(fhirSystems.field.length).split('.')
    return [{ path, text: textOf(coding.code) || textOf(fieldsOf(concept).text) }]
  })

const numbers: ReadonlySet<string> = new Set([...Object.keys(prescriptionMeasures), 'amountMm'])

const booleans: readonly string[] = ['callMe', 'teethByLab']

const jsonOf = ({ path, text }: Detail): Json => {
  const name = path.at(-1) ?? ''
  if (numbers.has(name)) return Number(text)
  return booleans.includes(name) ? text === 'true' : text
}

/** Sets a value at a path. Numbers in the path are list indexes. */
function setAt(fields: JsonFields, path: readonly string[], value: Json): void {
  let at: JsonFields | Json[] = fields
  for (const [index, key] of path.entries()) {
    const isLast = index === path.length - 1
    const next: Json = isLast ? value : /^\d+$/.test(path[index + 1] ?? '') ? [] : {}
    if (Array.isArray(at)) {
      const listIndex = Number(key)
      // `serializeFhirBundle` writes lists without gaps, so other software has written this path.
      if (!Number.isInteger(listIndex) || listIndex > at.length) return
      if (isLast || at[listIndex] === undefined) at[listIndex] = next
      at = at[listIndex] as JsonFields
    } else {
      if (isLast || !Object.hasOwn(at, key))
        Object.defineProperty(at, key, { value: next, enumerable: true, configurable: true, writable: true })
      at = at[key] as JsonFields
    }
    if (!isLast && (typeof at !== 'object' || at === null)) return
  }
}

const isFixed = (type: OrderType) => type === orderTypes.restoration || type === orderTypes.implant

function itemOf(request: JsonFields): JsonFields | undefined {
  const tooth = codeOf(listOf(request.bodySite)[0], fhirSystems.fdi)
  const work = codeOf(request.code, fhirSystems.work)
  if (!isTooth(tooth) || work === '') return undefined
  const item: JsonFields = { tooth, work, note: textOf(fieldsOf(listOf(request.note)[0]).text) }
  for (const detail of detailsOf(request)) setAt(item, detail.path, jsonOf(detail))
  return item
}

const typeOf = (request: JsonFields): OrderType | undefined => {
  const text = codeOf(request.code, fhirSystems.type)
  return Object.values(orderTypes).find((one) => String(one) === text)
}

/**
 * Parses a bundle written by `serializeFhirBundle`. Each request with a type is a prescription, to which its works refer.
 * @param find resolves a reference to its resource
 * @returns undefined for a bundle of other software, or if its codings are no longer a valid prescription
 */
export function parsePonticCodings(
  head: JsonFields,
  requests: readonly JsonFields[],
  find: (reference: Json | undefined) => JsonFields,
): PonticCase | undefined {
  const type = typeOf(head)
  if (type === undefined) return undefined
  const others = requests.filter((one) => one !== head && typeOf(one) !== undefined)
  const works = requests.filter((one) => one !== head && !others.includes(one))
  const worksOf = (one: JsonFields) =>
    others.length === 0 ? works : works.filter(({ basedOn }) => find(listOf(basedOn)[0]) === one)
  const first = parsePart(head, type, worksOf(head))
  const more = others.map((one) => parsePart(one, typeOf(one) as OrderType, worksOf(one)))
  if (first === undefined || more.includes(undefined)) return undefined
  return {
    type,
    prescription: first.prescription,
    morePrescriptions: more.flatMap((one) => one?.prescription ?? []),
    unmapped: [],
    details: first.details,
  }
}

/** Parses the request of one prescription with its works. @returns undefined if they are no valid prescription */
function parsePart(
  head: JsonFields,
  type: OrderType,
  works: readonly JsonFields[],
): Pick<PonticCase, 'prescription' | 'details'> | undefined {
  const fields: JsonFields = {}
  const details: Record<string, string> = {}
  for (const detail of detailsOf(head)) {
    const [first, second] = detail.path
    if (first === 'case' && second !== undefined) details[second] = detail.text
    else setAt(fields, detail.path, jsonOf(detail))
  }
  if (isFixed(type)) {
    const items = works.map(itemOf)
    if (items.some((item) => item === undefined)) return undefined
    if (items.length > 0) fields.items = items as JsonFields[]
  }
  if (Object.keys(fields).length === 0) return { prescription: null, details }
  const result = Prescription.safeParse({ ...fields, type } as unknown as PrescriptionInput)
  return result.success ? { prescription: result.data, details } : undefined
}
