import type { ChosenUnit, MeshFacts, MeshLevel } from '@pontic/contract'
import { viewableKinds } from '@pontic/contract'
import type { PipelineFacts } from '@pontic/viewer/pipeline'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** A row of `mesh`: the preview of one content. */
export type MeshRow = Selectable<Tables['mesh']>

/** A level as stored in its row; `sha256` (hex) of its bytes. */
export type StoredLevel = MeshLevel & { sha256: string }

/** Maximum time that a send waits for a scan: longer processing is the server's fault, not the order's. */
export const scanWaitMaxMs = 3_600_000

/** Measures of a scan; null if an older pipeline did not compute them. */
const unmeasured = {
  ...{ originMm: null, sizeMm: null, triangleCount: null, openEdges: null, holes: null },
  ...{ unit: null, unitBy: null, surface: null, front: null, jaw: null },
}

/** The stored levels of a preview, the coarse one first. */
export const levelsOf = (row: MeshRow): StoredLevel[] => row.levels as StoredLevel[]

/**
 * Maps a mesh to its DTO.
 * @param mesh undefined before the scan's job has been recorded: it waits
 * @param unit set by a person; a mesh built in another unit is left out
 */
export function toMeshFacts(mesh: MeshRow | undefined, unit: string | null = null): MeshFacts {
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

function isInUnit(row: MeshRow | undefined, unit: string | null): boolean {
  const facts = row?.facts as Partial<PipelineFacts> | null | undefined
  // A declared unit in the file takes precedence.
  return (
    unit === null || !facts || facts.unitBy === 'file' || (facts.unitBy === 'person' && facts.unit === unit)
  )
}

/** Larger scans take seconds and more than 100 MB to parse, so they have their own queue. */
const largeBytes = 16 * 1024 ** 2

export const isLarge = ({ size_bytes }: { size_bytes: number }): boolean => size_bytes > largeBytes

/** Whether previews are built for a kind of file. */
export const isScan = (kind: string | null): boolean => viewableKinds.some((one) => one === kind)
