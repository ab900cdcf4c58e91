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

/** Two joined teeth, in any order. A chart draws only the joints of neighbours. */
export type Joint = readonly [Tooth, Tooth]

/**
 * Effect of a press on a tooth. `replace` selects only this tooth, or nothing if it was the only selected one. `toggle` adds
 * the tooth to the selection or removes it.
 */
export type SelectionMode = 'replace' | 'toggle'

/** Effects of modifier keys: Ctrl or ⌘ adds a tooth (`isAdding`), Shift selects a range (`isRange`). */
export type Modifiers = { readonly isAdding: boolean; readonly isRange: boolean }

const dentitionOf = (tooth: Tooth): Dentition => (isPrimary(tooth) ? 'primary' : 'permanent')

/** Returns whether two teeth are joined. */
export const areJoined = (joints: readonly Joint[], one: Tooth, other: Tooth): boolean =>
  joints.some(([a, b]) => (a === one && b === other) || (a === other && b === one))

/** Returns the teeth to which a tooth is joined. */
export const joinedTo = (joints: readonly Joint[], tooth: Tooth): Tooth[] =>
  joints.flatMap(([a, b]) => (a === tooth ? [b] : b === tooth ? [a] : []))

/** Returns the selection after a press on a tooth. @param from the last pressed tooth, where a range with Shift starts */
export function selectTooth(
  selected: readonly Tooth[],
  tooth: Tooth,
  mode: SelectionMode,
  { isAdding, isRange }: Modifiers,
  from: Tooth | undefined,
): Tooth[] {
  const range = isRange && from ? rangeBetween(from, tooth) : []
  if (range.length > 1) return [...new Set([...(mode === 'toggle' || isAdding ? selected : []), ...range])]
  const isSelected = selected.includes(tooth)
  if (mode === 'toggle' || isAdding)
    return isSelected ? selected.filter((one) => one !== tooth) : [...selected, tooth]
  return isSelected && selected.length === 1 ? [] : [tooth]
}

/**
 * Returns the tooth to which a key moves the focus: arrow keys move along the arch or to the opposite tooth, Home and End to
 * the ends of the arch.
 * @param arches the shown arches
 * @returns undefined for another key, and if there is no such tooth
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

/** Returns the runs of neighbours among the selected teeth, which the user can join or separate. */
export function bridgesOf(
  selected: readonly Tooth[],
  joints: readonly Joint[],
): { teeth: Tooth[]; isJoined: boolean }[] {
  return runsOf(selected)
    .filter((run) => run.length > 1)
    .map((teeth) => ({
      teeth,
      isJoined: teeth.slice(1).every((tooth, index) => areJoined(joints, teeth[index] ?? tooth, tooth)),
    }))
}

/** Returns the joints that a chart can draw: those between neighbours, without duplicates. */
export function drawnJoints(joints: readonly Joint[]): Joint[] {
  const drawn: Joint[] = []
  for (const [one, other] of joints)
    if (areNeighbours(one, other) && !areJoined(drawn, one, other)) drawn.push([one, other])
  return drawn
}
