import type { MeasureClient } from '@pontic/viewer/measure'
import { useEffect, useState } from 'react'
import type { ToolMeshes } from './tool-meshes.ts'

/** The result of a computation on one scan; undefined while it runs for the first time. */
export type MeshMap<Result> = {
  readonly result: Result | undefined
  readonly isExact: boolean
  readonly hasFailed: boolean
}

/**
 * Computes a map of one scan in the measuring worker, again after each change of `key` and of the scan's level. The previous
 * result of the same level stays until the next one arrives.
 * @param compute keeps its meaning while `key` is the same
 */
export function useMeshMap<Result>(
  meshes: ToolMeshes,
  id: string | undefined,
  key: string,
  compute: (client: MeasureClient, id: string, signal: AbortSignal) => Promise<Result>,
): MeshMap<Result> {
  const { client, byId, need } = meshes
  const mesh = id === undefined ? undefined : byId.get(id)
  const level = `${id} ${mesh?.revision}`
  const [map, setMap] = useState<{ level: string; key: string; result?: Result; hasFailed: boolean }>()
  const isReady = mesh?.phase === 'ready'
  useEffect(() => {
    if (id !== undefined) need(id)
  }, [id, need])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `compute` is a new function in each render; `key` changes when its result does
  useEffect(() => {
    if (!isReady || id === undefined) return
    const ending = new AbortController()
    compute(client, id, ending.signal)
      .then((result) => setMap({ level, key, result, hasFailed: false }))
      .catch(() => {
        if (!ending.signal.aborted) setMap({ level, key, hasFailed: true })
      })
    return () => ending.abort()
  }, [client, id, level, key, isReady])
  const isSame = map?.level === level
  return {
    result: isSame ? map.result : undefined,
    isExact: isSame && map.key === key,
    hasFailed: isSame && map.hasFailed,
  }
}
