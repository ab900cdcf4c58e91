import type { ChosenUnit, MeshFacts, MeshLevel } from '@pontic/contract'
import type { PipelineFacts } from '@pontic/viewer/pipeline'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/db/tables.ts'

/** What is made of one content, as its row stands. */
export type MeshRow = Selectable<Tables['mesh']>

/** A level as its row keeps it; `sha256` (hex) of its bytes. */
export type StoredLevel = MeshLevel & { sha256: string }

/** Measures of a scan; those that an older pipeline did not take are null. */
const unmeasured = {
  ...{ originMm: null, sizeMm: null, triangleCount: null, openEdges: null, holes: null },
  ...{ unit: null, unitBy: null, surface: null, front: null, jaw: null },
}

/** The levels of a preview that are stored, the coarse one first. */
export const levelsOf = (row: MeshRow): StoredLevel[] => row.levels as StoredLevel[]

/**
 * What the contract tells of a scan.
 * @param made undefined before its file's job has been noted: it waits
 * @param unit in which a person has the file read; what was made of it in another one is not told
 */
export function tellMesh(made: MeshRow | undefined, unit: string | null = null): MeshFacts {
  const row = isMadeIn(made, unit) ? made : undefined
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

function isMadeIn(row: MeshRow | undefined, unit: string | null): boolean {
  const facts = row?.facts as Partial<PipelineFacts> | null | undefined
  // A file that declares its unit keeps that.
  return (
    unit === null || !facts || facts.unitBy === 'file' || (facts.unitBy === 'person' && facts.unit === unit)
  )
}
