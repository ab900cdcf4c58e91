import type { DistanceMap } from '@pontic/viewer/measure'
import { useEffect, useState } from 'react'
import type { ToolMeshes } from './tool-meshes.ts'

/** A scan whose vertices are measured from another scan. */
export type Direction = { readonly from: string; readonly to: string }

export type DistanceOptions = {
  readonly maxMm: number
  /** Moves the first scan of each direction. */
  readonly movement?: readonly number[] | undefined
  readonly spotLimitMm?: number
  readonly figures?: { readonly limit: number; readonly tolerance: number; readonly binCount: number }
}

/** The distance maps by the id of the coloured scan. */
export type Distances = {
  readonly maps: ReadonlyMap<string, DistanceMap>
  readonly isExact: boolean
  readonly hasFailed: boolean
}

const none: Distances = { maps: new Map(), isExact: false, hasFailed: false }

/**
 * Computes distance maps in the measuring worker: first from sampled vertices for all directions, so that colours appear soon,
 * then exactly. Computes again when a finer level has arrived or an option has changed.
 */
export function useDistances(
  meshes: ToolMeshes,
  directions: readonly Direction[],
  options: DistanceOptions,
): Distances {
  const [distances, setDistances] = useState(none)
  const { client, byId, need } = meshes
  const ids = directions.flatMap(({ from, to }) => [from, to])
  const isReady = ids.every((id) => byId.get(id)?.phase === 'ready')
  const revisions = ids.map((id) => byId.get(id)?.revision)
  const key = JSON.stringify({ directions, options, revisions })
  useEffect(() => {
    const { directions } = JSON.parse(key) as { directions: Direction[] }
    for (const { from, to } of directions) for (const id of [from, to]) need(id)
  }, [key, need])
  useEffect(() => {
    const { directions, options } = JSON.parse(key) as { directions: Direction[]; options: DistanceOptions }
    if (!isReady || directions.length === 0) return
    const ending = new AbortController()
    const show = (from: string, map: DistanceMap, isExact: boolean) =>
      setDistances(({ maps }) => ({ maps: new Map(maps).set(from, map), isExact, hasFailed: false }))
    const run = async (isSample: boolean) => {
      for (const { from, to } of directions) {
        const input = { ...options, from, to, isSample }
        const map = await client.call('distances', input, ending.signal)
        show(from, map, !isSample && from === directions.at(-1)?.from)
      }
    }
    setDistances(none)
    run(true)
      .then(() => run(false))
      .catch(() => {
        if (!ending.signal.aborted) setDistances({ ...none, hasFailed: true })
      })
    return () => ending.abort()
  }, [key, isReady, client])
  return distances
}
