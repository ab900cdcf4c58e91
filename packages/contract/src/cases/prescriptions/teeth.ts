import * as z from 'zod/mini'
import type { TeethNumbering } from '../../people/accounts/preferences.ts'

const arches = ['upper', 'lower'] as const
/** One of the two arches. */
export type Arch = (typeof arches)[number]

/** Kinds of teeth by position. */
export type ToothClass = 'incisor' | 'canine' | 'premolar' | 'molar'

/** The permanent teeth by quadrant, each from the midline outwards (ISO 3950). */
export const permanentTeeth = [
  ...(['11', '12', '13', '14', '15', '16', '17', '18'] as const),
  ...(['21', '22', '23', '24', '25', '26', '27', '28'] as const),
  ...(['31', '32', '33', '34', '35', '36', '37', '38'] as const),
  ...(['41', '42', '43', '44', '45', '46', '47', '48'] as const),
] as const

/** The primary teeth by quadrant, each from the midline outwards (ISO 3950). */
export const primaryTeeth = [
  ...(['51', '52', '53', '54', '55'] as const),
  ...(['61', '62', '63', '64', '65'] as const),
  ...(['71', '72', '73', '74', '75'] as const),
  ...(['81', '82', '83', '84', '85'] as const),
] as const

/** Every tooth. */
export const teeth = [...permanentTeeth, ...primaryTeeth] as const

/** A tooth by its FDI code, the only stored and sent form. */
export const Tooth = z.enum(teeth)
export type Tooth = z.output<typeof Tooth>

const known: ReadonlySet<string> = new Set(teeth)

/** Whether a text is the FDI code of a tooth. */
export const isTooth = (code: string): code is Tooth => known.has(code)

/** Whether a tooth is of the first dentition. */
export const isPrimary = (tooth: Tooth): boolean => tooth >= '5'

/**
 * Returns the quadrant of a permanent or primary tooth, from the patient's side: 1 upper right, 2 upper left, 3 lower left,
 * 4 lower right.
 */
export const quadrantOf = (tooth: Tooth): 1 | 2 | 3 | 4 =>
  (((Number(tooth[0]) - 1) % 4) + 1) as ReturnType<typeof quadrantOf>

/** Returns the position counted from the midline: 1–8, or 1–5 for primary teeth. */
export const positionOf = (tooth: Tooth): number => Number(tooth[1])

/** Returns the arch of a tooth. */
export const archOf = (tooth: Tooth): Arch => (quadrantOf(tooth) <= 2 ? 'upper' : 'lower')

/** Whether a tooth is an incisor or a canine (13–23, 33–43); prices and materials often differ there. */
export const isAnterior = (tooth: Tooth): boolean => positionOf(tooth) <= 3

/** Returns the kind of a tooth. The fourth and fifth primary teeth are molars. */
export function toothClassOf(tooth: Tooth): ToothClass {
  const position = positionOf(tooth)
  if (position <= 2) return 'incisor'
  if (position === 3) return 'canine'
  return position <= 5 && !isPrimary(tooth) ? 'premolar' : 'molar'
}

const isRight = (tooth: Tooth) => quadrantOf(tooth) === 1 || quadrantOf(tooth) === 4

const dentitions = ['permanent', 'primary'] as const
/** `permanent` is the second dentition, `primary` the first. */
export type Dentition = (typeof dentitions)[number]

function rowOf(arch: Arch, dentition: Dentition): readonly Tooth[] {
  const all: readonly Tooth[] = dentition === 'permanent' ? permanentTeeth : primaryTeeth
  const side = all.filter((tooth) => archOf(tooth) === arch)
  return [...side.filter(isRight).toReversed(), ...side.filter((tooth) => !isRight(tooth))]
}

const rows: Readonly<Record<Dentition, Readonly<Record<Arch, readonly Tooth[]>>>> = {
  permanent: { upper: rowOf('upper', 'permanent'), lower: rowOf('lower', 'permanent') },
  primary: { upper: rowOf('upper', 'primary'), lower: rowOf('lower', 'primary') },
}

/** Returns the teeth of an arch in the dentist's view: the patient's right is on the left (18 … 11 21 … 28). */
export const archRow = (arch: Arch, dentition: Dentition = 'permanent'): readonly Tooth[] =>
  rows[dentition][arch]

const rowWith = (tooth: Tooth) => archRow(archOf(tooth), isPrimary(tooth) ? 'primary' : 'permanent')

/**
 * Returns the neighbours of a tooth in its arch and dentition, from left to right in the dentist's view. The midline does
 * not separate neighbours: those of 11 are 12 and 21.
 */
export function neighboursOf(tooth: Tooth): Tooth[] {
  const row = rowWith(tooth)
  const at = row.indexOf(tooth)
  return [row[at - 1], row[at + 1]].filter((one) => one !== undefined)
}

/** Whether two teeth are neighbours. */
export const areNeighbours = (one: Tooth, other: Tooth): boolean => neighboursOf(one).includes(other)

/**
 * Returns all teeth from one to another, both included, in the dentist's view order.
 * @returns an empty list if the two teeth differ in arch or dentition
 */
export function rangeBetween(one: Tooth, other: Tooth): Tooth[] {
  const row = rowWith(one)
  const [from, to] = [row.indexOf(one), row.indexOf(other)]
  return to < 0 ? [] : row.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Compares two teeth in the dentist's view order: upper arch before lower, permanent teeth before primary. */
export const compareTeeth = (one: Tooth, other: Tooth): number => viewIndexOf(one) - viewIndexOf(other)

const viewIndexes = new Map(
  dentitions
    .flatMap((dentition) => arches.flatMap((arch) => rows[dentition][arch]))
    .map((tooth, at) => [tooth, at]),
)
const viewIndexOf = (tooth: Tooth) => viewIndexes.get(tooth) ?? -1

/**
 * Groups teeth into runs of neighbours, in the dentist's view order.
 * @returns `[['16', '15', '14'], ['21']]` for 14, 15, 16 and 21
 */
export function runsOf(chosen: readonly Tooth[]): Tooth[][] {
  const runs: Tooth[][] = []
  for (const tooth of [...new Set(chosen)].sort(compareTeeth)) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && areNeighbours(last, tooth)) run.push(tooth)
    else runs.push([tooth])
  }
  return runs
}

const universalPermanent = { 1: [9, -1], 2: [8, 1], 3: [25, -1], 4: [24, 1] } as const
const universalPrimary = 'ABCDEFGHIJKLMNOPQRST'
const primaryLetterOf = (position: number) => 'ABCDE'.charAt(position - 1)

/** Returns the Universal name of a tooth: 1–32 from 18 to 48, A–T from 55 to 85. */
export function toUniversal(tooth: Tooth): string {
  const [quadrant, position] = [quadrantOf(tooth), positionOf(tooth)]
  if (!isPrimary(tooth)) {
    const [base, step] = universalPermanent[quadrant]
    return String(base + step * position)
  }
  const at = { 1: 5 - position, 2: 4 + position, 3: 15 - position, 4: 14 + position }[quadrant]
  return universalPrimary.charAt(at)
}

const palmerQuadrants = { 1: 'UR', 2: 'UL', 3: 'LL', 4: 'LR' } as const

/** Returns the Palmer name of a tooth: `UR6`, or a letter for a primary tooth, `ULC`. */
export function toPalmer(tooth: Tooth): string {
  const position = positionOf(tooth)
  return `${palmerQuadrants[quadrantOf(tooth)]}${isPrimary(tooth) ? primaryLetterOf(position) : position}`
}

/** Formats a tooth in a reader's notation: `16`, `3` or `UR6`. */
export function formatTooth(tooth: Tooth, notation: TeethNumbering): string {
  if (notation === 'universal') return toUniversal(tooth)
  return notation === 'palmer' ? toPalmer(tooth) : tooth
}

const byName: Readonly<Record<TeethNumbering, ReadonlyMap<string, Tooth>>> = {
  fdi: new Map(teeth.map((tooth) => [tooth, tooth])),
  universal: new Map(teeth.map((tooth) => [toUniversal(tooth), tooth])),
  palmer: new Map(teeth.map((tooth) => [toPalmer(tooth), tooth])),
}

/**
 * Parses a tooth typed in a reader's notation; spaces, dots, `#` and small letters are allowed: `#3`, `ur 6`, `1.6`.
 * @returns its FDI code; undefined if the notation has no such tooth
 */
export function parseTooth(text: string, notation: TeethNumbering): Tooth | undefined {
  const plain = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s#.-]/g, '')
  return byName[notation].get(notation === 'universal' ? plain.replace(/^0(?=\d$)/, '') : plain)
}

/**
 * Formats teeth in a reader's notation, with neighbours as a range: `14–16, 21`, `3–5, 9` or `UR4–6, UL1`. A range within a
 * quadrant and every Universal range begin with the smaller number. Other ranges begin on the patient's right: `13–23`.
 */
export function formatTeeth(chosen: readonly Tooth[], notation: TeethNumbering): string {
  return runsOf(chosen)
    .map((run) => formatRun(run, notation))
    .join(', ')
}

function formatRun(run: readonly Tooth[], notation: TeethNumbering): string {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return ''
  if (run.length === 1) return formatTooth(first, notation)
  const [from, to] = endsOf(first, last, notation)
  const end = formatTooth(to, notation)
  const isShort = notation === 'palmer' && quadrantOf(from) === quadrantOf(to)
  return `${formatTooth(from, notation)}–${isShort ? end.slice(2) : end}`
}

function endsOf(first: Tooth, last: Tooth, notation: TeethNumbering): [Tooth, Tooth] {
  // Universal numbers run clockwise, along the lower arch from the patient's left to the right.
  const isReversed =
    notation === 'universal'
      ? archOf(first) === 'lower'
      : quadrantOf(first) === quadrantOf(last) && isRight(first)
  return isReversed ? [last, first] : [first, last]
}
