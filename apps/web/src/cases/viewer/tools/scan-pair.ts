import type { FileRole } from '@pontic/contract'
import type { SceneScan } from '@pontic/viewer/scene'

type Scan = Pick<SceneScan, 'id' | 'role' | 'visible'>
type Pair = readonly [from: string, to: string]

/** Pairs of roles between which contacts and clearance are usually measured, the most likely first. */
const opponents: readonly (readonly [FileRole, FileRole])[] = [
  ['design', 'antagonist'],
  ['preparation', 'antagonist'],
  ['upper', 'lower'],
  ['design', 'preparation'],
  ['lower', 'antagonist'],
  ['upper', 'antagonist'],
]

/** Selects two scans that face each other: visible ones of usual roles, or else the first two; undefined for fewer than two. */
export function findOpponents(scans: readonly Scan[]): Pair | undefined {
  const visible = scans.filter((scan) => scan.visible)
  for (const offered of [visible, scans]) {
    for (const [from, to] of opponents) {
      const [one, other] = [
        offered.find(({ role }) => role === from),
        offered.find(({ role }) => role === to),
      ]
      if (one && other) return [one.id, other.id]
    }
  }
  const [one, other] = visible.length > 1 ? visible : scans
  return one && other && [one.id, other.id]
}

/**
 * Selects two versions of the same scan: the newest of a role that occurs twice, and the one before it. Without such a role, the
 * first two scans; undefined for fewer than two.
 */
export function findVersions(scans: readonly Scan[]): Pair | undefined {
  // Ids are ordered by the time of the announcement.
  const byAge = scans.toSorted((one, other) => (one.id < other.id ? 1 : -1))
  for (const newest of byAge) {
    const before = byAge.find(({ id, role }) => role === newest.role && id < newest.id)
    if (before) return [newest.id, before.id]
  }
  const [one, other] = scans
  return one && other && [one.id, other.id]
}

/** Replaces one scan of a pair. If it is the other one already, both change places. */
export const withScan = ([from, to]: Pair, at: 0 | 1, id: string): Pair => {
  if (at === 0) return id === to ? [to, from] : [id, to]
  return id === from ? [to, from] : [from, id]
}
