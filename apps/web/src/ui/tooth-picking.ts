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

/** What a press on a tooth does: `replace` selects it alone (or nothing, if it was), `toggle` adds or removes it. */
export type Choosing = 'replace' | 'toggle'

/** Modifier keys: Ctrl or ⌘ adds a tooth, Shift selects a range. */
export type Held = { readonly isAdding: boolean; readonly isReaching: boolean }

const dentitionOf = (tooth: Tooth): Dentition => (isPrimary(tooth) ? 'primary' : 'permanent')

/** Whether two teeth are joined. */
export const areJoined = (joints: readonly Joint[], one: Tooth, other: Tooth): boolean =>
  joints.some(([a, b]) => (a === one && b === other) || (a === other && b === one))

/** The teeth to which a tooth is joined. */
export const joinedTo = (joints: readonly Joint[], tooth: Tooth): Tooth[] =>
  joints.flatMap(([a, b]) => (a === tooth ? [b] : b === tooth ? [a] : []))

/** The selection after a press. @param from the last pressed tooth, where a range with Shift starts */
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
 * The next tooth for an arrow key: along the arch, or the opposite tooth.
 * @param arches the shown arches
 * @returns undefined if there is none
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

/** The runs of neighbours among the selected teeth, which can be joined or separated. */
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

/** The joints that a chart can draw: those of neighbours, each once. */
export function drawnJoints(joints: readonly Joint[]): Joint[] {
  const kept: Joint[] = []
  for (const [one, other] of joints)
    if (areNeighbours(one, other) && !areJoined(kept, one, other)) kept.push([one, other])
  return kept
}
