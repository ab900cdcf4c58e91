import {
  type Arch,
  archOf,
  archRow,
  areNeighbours,
  type Dentition,
  isPrimary,
  rangeBetween,
  runsOf,
  type Tooth,
} from '@pontic/contract'

/** Two neighbours that are joined, in any order. */
export type Joint = readonly [Tooth, Tooth]

/**
 * What a press on a tooth does to the teeth that are chosen: `replace` chooses it alone (again: none), `toggle` puts it to
 * the others or takes it out.
 */
export type Choosing = 'replace' | 'toggle'

/** Keys held with a press: Ctrl or ⌘ puts to the others, Shift chooses up to the tooth. */
export type Held = { readonly isAdding: boolean; readonly isReaching: boolean }

const dentitionOf = (tooth: Tooth): Dentition => (isPrimary(tooth) ? 'primary' : 'permanent')

/** Whether two teeth are joined. */
export const areJoined = (joints: readonly Joint[], one: Tooth, other: Tooth): boolean =>
  joints.some(([a, b]) => (a === one && b === other) || (a === other && b === one))

/** The teeth that one is joined to. */
export const joinedTo = (joints: readonly Joint[], tooth: Tooth): Tooth[] =>
  joints.flatMap(([a, b]) => (a === tooth ? [b] : b === tooth ? [a] : []))

/**
 * The teeth that are chosen after a press.
 * @param from where the last press was; a press with Shift chooses all from there
 */
export function choose(
  chosen: readonly Tooth[],
  tooth: Tooth,
  choosing: Choosing,
  { isAdding, isReaching }: Held,
  from: Tooth | undefined,
): Tooth[] {
  const range = isReaching && from ? rangeBetween(from, tooth) : []
  if (range.length > 1) return [...new Set([...(choosing === 'toggle' || isAdding ? chosen : []), ...range])]
  const isChosen = chosen.includes(tooth)
  if (choosing === 'toggle' || isAdding)
    return isChosen ? chosen.filter((one) => one !== tooth) : [...chosen, tooth]
  return isChosen && chosen.length === 1 ? [] : [tooth]
}

/**
 * The tooth that an arrow key leads to: along the arch as it is seen, or to the tooth that bites on it.
 * @param arches those that are shown
 * @returns undefined where the key leads nowhere
 */
export function stepFrom(tooth: Tooth, key: string, arches: readonly Arch[]): Tooth | undefined {
  const arch = archOf(tooth)
  const row = archRow(arch, dentitionOf(tooth))
  const at = row.indexOf(tooth)
  if (key === 'ArrowLeft') return row[at - 1]
  if (key === 'ArrowRight') return row[at + 1]
  if (key === 'Home') return row[0]
  if (key === 'End') return row.at(-1)
  const wanted = key === 'ArrowUp' ? 'upper' : key === 'ArrowDown' ? 'lower' : undefined
  if (!wanted || wanted === arch || !arches.includes(wanted)) return undefined
  return archRow(wanted, dentitionOf(tooth))[at]
}

/** What can be joined or parted of the chosen teeth: each run of neighbours, and whether it is one bridge already. */
export function bridgesOf(
  chosen: readonly Tooth[],
  joints: readonly Joint[],
): { teeth: Tooth[]; isJoined: boolean }[] {
  return runsOf(chosen)
    .filter((run) => run.length > 1)
    .map((teeth) => ({
      teeth,
      isJoined: teeth.slice(1).every((tooth, index) => areJoined(joints, teeth[index] ?? tooth, tooth)),
    }))
}

/** Joints of neighbours only, each once: what a chart can draw. */
export function drawnJoints(joints: readonly Joint[]): Joint[] {
  const kept: Joint[] = []
  for (const [one, other] of joints)
    if (areNeighbours(one, other) && !areJoined(kept, one, other)) kept.push([one, other])
  return kept
}
