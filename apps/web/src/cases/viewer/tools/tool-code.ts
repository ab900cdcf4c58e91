import { type FileRole, fileRoles } from '@pontic/contract'
import type { PickedPoint } from '@pontic/viewer/measure'
import { layerKeyOf } from '@pontic/viewer/scene'
import {
  decodeDirection,
  decodeMovement,
  decodeNumber,
  decodePlace,
  encodeDirection,
  encodeMovement,
  encodeNumber,
  encodePlace,
} from './code-values.ts'
import { type Measure, measureKinds, pointCounts } from './measures.ts'
import { angleMaxDeg, positionMaxMm } from './section-plane.ts'
import { isScanTool, type ScanToolName } from './tool-list.ts'
import {
  type CompareValues,
  type ContactValues,
  clearances,
  compareLooks,
  compareRanges,
  contactKinds,
  type SectionValues,
  type SurfaceValues,
  sectionSides,
  surfaceKinds,
  wallBoundsMm,
} from './tool-values.ts'

/** A scan as far as a code names it. */
export type CodedScan = { readonly id: string; readonly role: FileRole }

/** A measurement in a link. Names are left out, because users may enter the name of a patient. */
export type CodedMeasure = Omit<Measure, 'id' | 'name'>

/** The active tool of a view, and the values of the tools. Only the active map has its values in a link. */
export type ToolsState = {
  readonly tool: ScanToolName | undefined
  readonly measures: readonly CodedMeasure[]
  readonly section?: SectionValues | undefined
  readonly contacts?: ContactValues | undefined
  readonly compare?: CompareValues | undefined
  readonly surface?: SurfaceValues | undefined
}

const version = '1'
const none = '-'
/** A link of this length still fits into mails and messengers. */
const codeLengthMax = 6_000
const partsMax = 100
const scansMax = 60
const pathPointsMax = 60

/**
 * Encodes the state of the tools as text for the fragment of a URL, in the axes of the files and with the ends of their ids. The text
 * contains only letters, digits and `_ . * ! -`.
 * @returns `count` is the number of measurements in the code. Measurements that do not fit are left out
 */
export function encodeTools(state: ToolsState, scans: readonly CodedScan[]): { code: string; count: number } {
  const named = scans.slice(0, scansMax)
  const indexOf = (id: string | undefined) => named.findIndex((scan) => scan.id === id)
  const nameOf = (id: string | undefined) => (indexOf(id) < 0 ? none : String(indexOf(id)))
  const table = named.map(({ id, role }) => `${layerKeyOf(id)}.${role}`).join('*')
  const parts = [version, table, ...listParts(state, nameOf)]
  let code = parts.join('!')
  let count = 0
  for (const { kind, points, reachMm } of state.measures) {
    if (points.some(({ scanId }) => indexOf(scanId) < 0) || points.length > pathPointsMax) continue
    const list = points.map(
      ({ scanId, point, normal }) => `${nameOf(scanId)}.${encodePlace(point)}.${encodeDirection(normal)}`,
    )
    const part = `!m_${kind}_${encodeNumber(Math.min(reachMm, 1_000))}_${list.join('*')}`
    if (code.length + part.length > codeLengthMax || count + parts.length > partsMax) break
    code += part
    count += 1
  }
  return { code, count }
}

function listParts(
  { tool, section, contacts, compare, surface }: ToolsState,
  nameOf: (id: string | undefined) => string,
): string[] {
  const parts: string[] = []
  const pairOf = (pair: ContactValues['pair']) => (pair ? pair.map(nameOf).join('.') : none)
  if (tool) parts.push(`t_${tool.replace('tools.', '')}`)
  if (section?.section) {
    const { centre, normal, up, positionMm, tiltDeg, turnDeg, scanId } = section.section
    const moved = [positionMm, tiltDeg, turnDeg].map(encodeNumber)
    const axes = [encodePlace(centre), encodeDirection(normal), encodeDirection(up)]
    parts.push(['s', section.shown, nameOf(scanId), ...axes, ...moved].join('_'))
  }
  if (contacts) parts.push(['c', contacts.kind, contacts.least, pairOf(contacts.pair)].join('_'))
  if (compare) {
    const { look, range, pair, aligned } = compare
    const isAligned = aligned && aligned.pair.join() === pair?.join()
    parts.push(
      ['v', look, range, pairOf(pair), isAligned ? encodeMovement(aligned.movement) : none].join('_'),
    )
  }
  if (surface) {
    const { kind, scanId, toEye, isFollowing, leastWallMm } = surface
    const view = toEye ? `${nameOf(toEye.scanId)}_${encodeDirection(toEye.direction)}` : `${none}_${none}`
    parts.push(['u', kind, nameOf(scanId), view, isFollowing ? 1 : 0, encodeNumber(leastWallMm)].join('_'))
  }
  return parts
}

/** What a code says, and the roles of its scans that are not among the present ones. */
export type DecodedTools = { readonly state: ToolsState; readonly gone: readonly FileRole[] }

/** Thrown inside of `decodeTools` for a text that `encodeTools` cannot have written. */
class CodeError extends Error {}

const refuse = (): never => {
  throw new CodeError()
}
const need = <Value>(value: Value | undefined): Value => value ?? refuse()

/**
 * Decodes a text of `encodeTools`. What belongs to scans that are not present is left out.
 * @returns undefined for any other text
 */
export function decodeTools(code: string, scans: readonly CodedScan[]): DecodedTools | undefined {
  try {
    return decode(code, scans)
  } catch (error) {
    if (error instanceof CodeError) return undefined
    throw error
  }
}

/** Returns the id of a scan of the code: undefined if it is not present, or none is meant. */
type FindScan = (name: string | undefined) => string | undefined

function decode(code: string, scans: readonly CodedScan[]): DecodedTools {
  const [first, table, ...parts] = code.length > codeLengthMax * 1.2 ? [] : code.split('!')
  if (first !== version || table === undefined || parts.length > partsMax) return refuse()
  const named = (table === '' ? [] : table.split('*')).map((text) => {
    const [key = '', role, ...more] = text.split('.')
    const known = fileRoles.find((one) => one === role)
    if (!/^[A-Za-z0-9]{1,8}$/.test(key) || !known || more.length > 0) refuse()
    return { key, role: need(known), id: scans.find(({ id }) => layerKeyOf(id) === key)?.id }
  })
  if (named.length > scansMax) refuse()
  const find: FindScan = (name) => {
    if (name === none) return undefined
    return need(/^\d{1,2}$/.test(name ?? '') ? named[Number(name)] : undefined).id
  }
  let state: ToolsState = { tool: undefined, measures: [] }
  for (const part of parts) state = { ...state, ...decodePart(part, state, find) }
  return { state, gone: named.filter(({ id }) => id === undefined).map(({ role }) => role) }
}

function decodePart(part: string, { measures }: ToolsState, find: FindScan): Partial<ToolsState> {
  const [letter, ...fields] = part.split('_')
  switch (letter) {
    case 't': {
      const tool = `tools.${fields.join('_')}`
      return isScanTool(tool) ? { tool } : refuse()
    }
    case 'm': {
      const measure = decodeMeasure(fields, find)
      return measure ? { measures: [...measures, measure] } : {}
    }
    case 's':
      return { section: decodeSection(fields, find) }
    case 'c':
      return { contacts: decodeContacts(fields, find) }
    case 'v':
      return { compare: decodeCompare(fields, find) }
    case 'u':
      return { surface: decodeSurface(fields, find) }
    default:
      return refuse()
  }
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | undefined): Value =>
  need(values.find((value) => value === text))

const hasLength = (fields: readonly string[], length: number) => fields.length === length || refuse()

function decodeMeasure(fields: readonly string[], find: FindScan): CodedMeasure | undefined {
  hasLength(fields, 3)
  const [kindText, reach, list = ''] = fields
  const kind = oneOf(measureKinds, kindText)
  const reachMm = need(decodeNumber(reach, 0, 1_000))
  const texts = list.split('*')
  const isComplete = kind === 'path' ? texts.length >= pointCounts.path : texts.length === pointCounts[kind]
  if (!isComplete || texts.length > pathPointsMax) refuse()
  const points = texts.map((text) => decodePoint(text, find))
  const present = points.filter((point) => point !== undefined)
  return present.length === points.length ? { kind, reachMm, points: present } : undefined
}

function decodePoint(text: string, find: FindScan): PickedPoint | undefined {
  const [name, ...numbers] = text.split('.')
  const point = need(decodePlace(numbers.slice(0, 3).join('.')))
  const normal = need(decodeDirection(numbers.slice(3).join('.')))
  const scanId = find(name)
  return name === none
    ? refuse()
    : scanId === undefined
      ? undefined
      : { scanId, point, normal, snap: 'surface' }
}

function decodeSection(fields: readonly string[], find: FindScan): SectionValues {
  hasLength(fields, 8)
  const [side, scan, place, first, second, position, tilt, turn] = fields
  const shown = oneOf(sectionSides, side)
  const normal = need(decodeDirection(first))
  const up = need(decodeDirection(second))
  const dot = normal[0] * up[0] + normal[1] * up[1] + normal[2] * up[2]
  if (Math.abs(dot) > 0.001) refuse()
  const section = {
    ...{ centre: need(decodePlace(place)), normal, up, scanId: find(scan) },
    positionMm: need(decodeNumber(position, -positionMaxMm, positionMaxMm)),
    tiltDeg: need(decodeNumber(tilt, -angleMaxDeg, angleMaxDeg)),
    turnDeg: need(decodeNumber(turn, -angleMaxDeg, angleMaxDeg)),
  }
  return { section, shown }
}

function decodePair(text: string | undefined, find: FindScan): ContactValues['pair'] {
  if (text === none) return undefined
  const names = text?.split('.') ?? []
  hasLength(names, 2)
  if (names[0] === names[1]) refuse()
  const [from, to] = names.map(find)
  return from !== undefined && to !== undefined ? [from, to] : undefined
}

function decodeContacts(fields: readonly string[], find: FindScan): ContactValues {
  hasLength(fields, 3)
  const [kind, least, pair] = fields
  return { kind: oneOf(contactKinds, kind), least: oneOf(clearances, least), pair: decodePair(pair, find) }
}

function decodeCompare(fields: readonly string[], find: FindScan): CompareValues {
  hasLength(fields, 4)
  const [look, range, names, movementCode = ''] = fields
  const pair = decodePair(names, find)
  const movement = movementCode === none ? undefined : need(decodeMovement(movementCode))
  const aligned = pair && movement && { pair, movement }
  return { look: oneOf(compareLooks, look), range: oneOf(compareRanges, range), pair, aligned }
}

function decodeSurface(fields: readonly string[], find: FindScan): SurfaceValues {
  hasLength(fields, 6)
  const [kind, scan, viewScan, view, following, least] = fields
  const direction = view === none ? undefined : need(decodeDirection(view))
  const seen = find(viewScan)
  return {
    kind: oneOf(surfaceKinds, kind),
    scanId: find(scan),
    toEye: direction && seen !== undefined ? { scanId: seen, direction } : undefined,
    isFollowing: oneOf(['0', '1'], following) === '1',
    leastWallMm: need(decodeNumber(least, wallBoundsMm.min, wallBoundsMm.max)),
  }
}
