import type { ChosenUnit, MeshFacts, MeshLevel } from '@pontic/contract'
import { viewableKinds } from '@pontic/contract'
import type { PipelineFacts } from '@pontic/viewer/pipeline'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** A row of `mesh`: the preview of a scan. */
export type MeshRow = Selectable<Tables['mesh']>

/** The columns of a mesh from which its DTO is made. */
export type StoredMesh = Pick<MeshRow, 'state' | 'reason' | 'levels' | 'facts' | 'has_picture'>

/** A level as stored in a row of `mesh`; `sha256` is the hash of its bytes, hex. */
export type StoredLevel = MeshLevel & { sha256: string }

/** Maximum time that a deferred send waits for the processing of a scan. Then the send continues without the result. */
export const scanWaitMaxMs = 3_600_000

/** Measures of a scan that is not processed, and defaults for measures that an older pipeline did not compute. */
const unmeasured = {
  ...{ originMm: null, sizeMm: null, triangleCount: null, openEdges: null, holes: null },
  ...{ unit: null, unitBy: null, surface: null, front: null, jaw: null },
}

/** Returns the stored levels of a preview, the coarse level first. */
export const levelsOf = (row: Pick<MeshRow, 'levels'>): StoredLevel[] => row.levels as StoredLevel[]

/**
 * Maps a mesh to its DTO.
 * @param mesh undefined if the row does not exist yet; the DTO then has the state `waiting`
 * @param unit the unit that a person has set. A mesh that was built in another unit then counts as `waiting`,
 *   unless the file declares its unit
 */
export function toMeshFacts(mesh: StoredMesh | undefined, unit: string | null = null): MeshFacts {
  const row = isInUnit(mesh, unit) ? mesh : undefined
  const facts = (row?.facts ?? null) as Partial<PipelineFacts> | null
  return {
    state: row?.state ?? 'waiting',
    reason: row?.reason ?? null,
    levels: row
      ? levelsOf(row).map(({ level, sizeBytes, triangleCount }) => ({ level, sizeBytes, triangleCount }))
      : [],
    hasPicture: row?.has_picture ?? false,
    ...unmeasured,
    ...(unit !== null && { unit: unit as ChosenUnit, unitBy: 'person' }),
    hasColors: false,
    ...facts,
  }
}

function isInUnit(row: StoredMesh | undefined, unit: string | null): boolean {
  const facts = row?.facts as Partial<PipelineFacts> | null | undefined
  // A unit that the file declares takes precedence.
  return (
    unit === null || !facts || facts.unitBy === 'file' || (facts.unitBy === 'person' && facts.unit === unit)
  )
}

/** Size above which scans are in a separate queue, because parsing one takes seconds and more than 100 MB. */
const largeBytes = 16 * 1024 ** 2

export const isLarge = ({ size_bytes }: { size_bytes: number }): boolean => size_bytes > largeBytes

/** Whether previews are built for a kind of file. */
export const isScan = (kind: string | null): boolean => viewableKinds.some((one) => one === kind)
