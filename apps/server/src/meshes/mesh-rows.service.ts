import type { MeshFacts, MeshLevel } from '@pontic/contract'
import type { Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** What is made of one content, as its row stands. */
export type MeshRow = Selectable<Tables['mesh']>

/** A level as its row keeps it; `sha256` (hex) of its bytes. */
export type StoredLevel = MeshLevel & { sha256: string }

/** Measures of a scan as its row keeps them. */
export type StoredFacts = {
  sizeMm: [number, number, number]
  triangleCount: number
  openEdges: number
  holes: number
  unit: NonNullable<MeshFacts['unit']>
  jaw: NonNullable<MeshFacts['jaw']>
  hasColors: boolean
}

const unmeasured = { sizeMm: null, triangleCount: null, openEdges: null, holes: null, unit: null, jaw: null }

/** The levels of a preview that are stored, the coarse one first. */
export const levelsOf = (row: MeshRow): StoredLevel[] => row.levels as StoredLevel[]

/**
 * What the contract tells of a scan.
 * @param row undefined before its file's job has been noted: it waits
 */
export function tellMesh(row: MeshRow | undefined): MeshFacts {
  const facts = (row?.facts ?? null) as StoredFacts | null
  return {
    state: row?.state ?? 'waiting',
    reason: row?.reason ?? null,
    levels: row
      ? levelsOf(row).map(({ level, sizeBytes, triangleCount }) => ({ level, sizeBytes, triangleCount }))
      : [],
    hasPicture: row?.has_picture ?? false,
    ...unmeasured,
    hasColors: false,
    ...facts,
  }
}
