import type { FileRole, FileState, OrderFile } from '../files/files.ts'
import { areArchesIntersecting } from '../meshes/bite.ts'
import { type MeshFacts, sizeUnitOf } from '../meshes/mesh-facts.ts'
import type { MeshUnit } from '../meshes/scan-units.ts'
import type { Prescription } from '../prescriptions/prescription.ts'
import type { LabRequirement } from '../prescriptions/prescription-requirements.ts'
import { type Arch, archOf, type Tooth } from '../prescriptions/teeth.ts'
import { type OrderType, orderTypes } from './order-types.ts'

/** Kinds of notes about the scans of a case; keys of `readiness` in the messages. */
export const readinessWords = [
  'upper',
  'lower',
  'bite',
  'noBite',
  'scanBody',
  'unreadable',
  'unit',
  'holes',
  'insideOut',
  'mirrored',
  'upsideDown',
  'jaw',
  'side',
  'repeated',
] as const
export type ReadinessWord = (typeof readinessWords)[number]

/**
 * A note about the scans of a case. Without `blocksSending` it is a warning. `fileId`: the scan concerned. `unit`: its
 * guessed unit. `number`: the number of the earlier case that has the same scan.
 */
export type ReadinessNote = {
  word: ReadinessWord
  blocksSending: boolean
  fileId?: string
  unit?: MeshUnit
  number?: string
}

/** The input of `listReadinessNotes`. */
export type ReadinessInput = {
  type: OrderType
  prescription: Prescription | null | undefined
  /** Further prescriptions of the case, of other types. */
  morePrescriptions?: readonly Prescription[]
  files: readonly Pick<OrderFile, 'id' | 'role' | 'state' | 'party' | 'mesh'>[]
  /** Scans that are also in an earlier case of the clinic, and the number of that case. */
  repeated: readonly { fileId: string; number: string }[]
  /** The laboratory's requirements. */
  requirements?: readonly LabRequirement[]
}

/** Errors of scans that other programs may still be able to open. */
const readableElsewhere: readonly string[] = ['mesh.too_large', 'mesh.draco', 'mesh.extension']

type Needs = { arches: readonly Arch[]; prepared: readonly Arch[]; hasBite: boolean; hasScanBody: boolean }

const bothArches = ['upper', 'lower'] as const
/** Roles of scans in which holes matter, because the work is designed on them. */
const rolesCheckedForHoles: readonly FileRole[] = ['upper', 'lower', 'preparation']

/** Roles of scans that have an inside. A bite and a gingiva are sheets, whose outer side may be concave. */
const rolesCheckedForSurface: readonly FileRole[] = [
  ...rolesCheckedForHoles,
  ...(['antagonist', 'scanBody', 'design', 'other'] as const),
]

/**
 * Checks the scans of a case before sending: missing arches and bite, unreadable files, units, holes,
 * orientation, another jaw than declared, and scans of an earlier case. A damaged scan, and a missing scan
 * that the laboratory requires, block sending. All other notes are warnings, including those about scans that
 * other programs may still open. In a case without scans, only the scans that the laboratory requires are
 * checked. A scan whose upload is not complete is not missing. Server and web app call this function.
 */
export function listReadinessNotes(input: ReadinessInput): ReadinessNote[] {
  const scans = input.files.filter(
    (file) => file.party === 'clinic' && file.state === 'verified' && file.mesh !== null,
  )
  const needs =
    scans.length === 0 ? noNeeds : needsOfAll([input.prescription, ...(input.morePrescriptions ?? [])])
  return [
    ...listAbsent(input, scans, needs),
    ...scans.flatMap((file) => listScanNotes(file, needs)),
    ...input.repeated
      .filter(({ fileId }) => scans.some(({ id }) => id === fileId))
      .map(({ fileId, number }) => ({ word: 'repeated', blocksSending: false, fileId, number }) as const),
  ]
}

/** Whether one of the notes blocks sending. */
export const hasBlockingNote = (notes: readonly ReadinessNote[]): boolean =>
  notes.some(({ blocksSending }) => blocksSending)

type Scan = ReadinessInput['files'][number]

function needsOfAll(prescriptions: readonly ReadinessInput['prescription'][]): Needs {
  const needs = prescriptions.map(needsOf)
  const isIn = (name: 'arches' | 'prepared') => (arch: Arch) => needs.some((one) => one[name].includes(arch))
  return {
    arches: bothArches.filter(isIn('arches')),
    prepared: bothArches.filter(isIn('prepared')),
    hasBite: needs.some(({ hasBite }) => hasBite),
    hasScanBody: needs.some(({ hasScanBody }) => hasScanBody),
  }
}

const noNeeds: Needs = { arches: [], prepared: [], hasBite: false, hasScanBody: false }
/** States of a file that is still on its way. */
const comingStates: readonly FileState[] = ['announced', 'uploading', 'received']

function needsOf(prescription: Prescription | null | undefined): Needs {
  if (!prescription) return noNeeds
  if (prescription.type === orderTypes.restoration || prescription.type === orderTypes.implant) {
    const prepared = [
      ...new Set<Arch>(prescription.items.map(({ tooth }: { tooth: Tooth }) => archOf(tooth))),
    ]
    if (prepared.length === 0) return noNeeds
    const hasScanBody =
      prescription.type === orderTypes.implant && prescription.items.some(({ work }) => work !== 'pontic')
    return { arches: bothArches, prepared, hasBite: true, hasScanBody }
  }
  const prepared = bothArches.filter((arch) => prescription.arch === arch)
  return { ...noNeeds, arches: bothArches, prepared, hasBite: true }
}

function listAbsent(input: ReadinessInput, scans: readonly Scan[], needs: Needs): ReadinessNote[] {
  const coming = input.files.filter(({ party, state }) => party === 'clinic' && comingStates.includes(state))
  const has = (...roles: FileRole[]) => [...scans, ...coming].some(({ role }) => roles.includes(role))
  // A scan of the preparation counts as the arch that gets the work, a scan of the antagonist as the opposing arch.
  const hasArch = (arch: Arch) => {
    const isPrepared = needs.prepared.length === 0 || needs.prepared.includes(arch)
    return has(arch, ...(isPrepared ? (['preparation'] as const) : (['antagonist'] as const)))
  }
  const required = requiredOf(input)
  const isBiteAbsent = !has('bite')
  const isUnclosed = isBiteAbsent && hasIntersectingArches(scans)
  const absent = [
    ...bothArches.filter(
      (arch) => (needs.arches.includes(arch) || required.includes(arch)) && !hasArch(arch),
    ),
    // The text of the note `bite` says that the arches may already be in occlusion, which is wrong for intersecting arches.
    ...(isBiteAbsent && (required.includes('bite') || (needs.hasBite && !isUnclosed))
      ? (['bite'] as const)
      : []),
    ...(isUnclosed ? (['noBite'] as const) : []),
    ...((needs.hasScanBody || required.includes('scanBody')) && !has('scanBody')
      ? (['scanBody'] as const)
      : []),
  ]
  return absent.map((word) => ({ word, blocksSending: required.includes(word) }))
}

/** Whether the newest upper and lower scan intersect. */
function hasIntersectingArches(scans: readonly Scan[]): boolean {
  const newest = (jaw: Arch) =>
    scans
      .filter(({ role, mesh }) => role === jaw && mesh?.originMm && mesh.sizeMm)
      // Ids increase with the time of announcement.
      .reduce<Scan | undefined>((last, one) => (last && last.id > one.id ? last : one), undefined)?.mesh
  const [upper, lower] = [newest('upper'), newest('lower')]
  if (!upper || !lower || sizeUnitOf(upper) !== sizeUnitOf(lower)) return false
  return areArchesIntersecting(boxOf(upper), boxOf(lower))
}

const boxOf = ({ originMm, sizeMm }: MeshFacts) => ({
  min: originMm!,
  max: originMm!.map((value, axis) => value + sizeMm![axis]!),
})

/** Lists the scans that the laboratory requires for the types of the prescriptions. */
function requiredOf({ type, morePrescriptions = [], requirements = [] }: ReadinessInput): ReadinessWord[] {
  const types = [type, ...morePrescriptions.map((one) => one.type)]
  const names = Object.entries(orderTypes).flatMap(([name, value]) => (types.includes(value) ? [name] : []))
  const asks = (word: string) => names.some((name) => requirements.some((one) => one === `${name}.${word}`))
  return [
    ...(asks('archScans') ? bothArches : []),
    ...(asks('biteScan') ? (['bite'] as const) : []),
    ...(asks('bodyScan') ? (['scanBody'] as const) : []),
  ]
}

function listScanNotes({ id, role, mesh }: Scan, needs: Needs): ReadinessNote[] {
  const note = (word: ReadinessWord, blocksSending = false): ReadinessNote => ({
    word,
    blocksSending,
    fileId: id,
  })
  if (mesh?.state === 'failed') return [note('unreadable', !readableElsewhere.includes(mesh.reason ?? ''))]
  if (!mesh || mesh.unit === null) return []
  const notes: ReadinessNote[] = []
  if (sizeUnitOf(mesh) !== 'mm') notes.push({ ...note('unit'), unit: sizeUnitOf(mesh) })
  if ((mesh.holes ?? 0) > 0 && rolesCheckedForHoles.includes(role)) notes.push(note('holes'))
  const { jaw, surface, front } = mesh
  if (rolesCheckedForSurface.includes(role) && surface === 'in') notes.push(note('insideOut'))
  if (rolesCheckedForSurface.includes(role) && surface === 'mirrored') notes.push(note('mirrored'))
  if (jaw === 'upper' || jaw === 'lower') {
    if ((role === 'upper' || role === 'lower') && role !== jaw)
      notes.push(note(front === 'reversed' ? 'upsideDown' : 'jaw'))
    const isOther = needs.prepared.length > 0 && !needs.prepared.includes(jaw)
    if (role === 'preparation' && isOther) notes.push(note('side'))
  }
  return notes
}
