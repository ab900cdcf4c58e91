import { createMeasureClient, type MeasureClient } from '@pontic/viewer/measure'
import type { ScanScene, SceneState } from '@pontic/viewer/scene'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { createStore, type Store } from '../../../frame/store.ts'
import type { ToolSession } from './tool-session.ts'

/** A mesh in the measuring worker. `revision` changes with each level. */
export type ToolMesh = {
  readonly phase: 'building' | 'ready' | 'failed'
  readonly revision: number
  /** Whether numbers are final; otherwise a finer level is still loading. */
  readonly isFinest: boolean
}

/** The measuring worker, and its meshes by the ids of their scans. */
export type ToolMeshes = {
  readonly client: MeasureClient
  readonly byId: ReadonlyMap<string, ToolMesh>
  /** Whether the trees of some visible scans are not ready yet. */
  readonly isBuilding: boolean
  /** Whether the worker has failed for some visible scans, as if its memory does not suffice. */
  readonly hasFailed: boolean
  /** Changes whenever the meshes in the worker change, so that numbers are computed again. */
  readonly revision: number
  /** Sends a scan to the worker although it is hidden, such as an older version. */
  readonly need: (id: string) => void
}

type Meshes = {
  readonly client: MeasureClient
  readonly store: Store<ReadonlyMap<string, ToolMesh>>
  /** The positions of the level that the worker has or builds. They identify the level. */
  readonly sent: Map<string, Float32Array>
  /** The scans whose trees the worker builds. A scan that changes meanwhile is sent once more afterwards, and not for each change. */
  readonly building: Set<string>
  /** Hidden scans that a tool needs. */
  readonly needed: Set<string>
  count: number
}

function createMeshes(session: ToolSession): Meshes {
  const client = createMeasureClient()
  session.onEnd(() => client.dispose())
  return {
    client,
    store: createStore<ReadonlyMap<string, ToolMesh>>(new Map()),
    sent: new Map(),
    building: new Set(),
    needed: new Set(),
    count: 0,
  }
}

/** Keeps the visible scans of a scene in the measuring worker. The worker starts with the first tool. */
export function useToolMeshes(scene: ScanScene, state: SceneState, session: ToolSession): ToolMeshes {
  const meshes = session.get('meshes', () => createMeshes(session))
  const byId = useSyncExternalStore(meshes.store.subscribe, meshes.store.get)
  const { scans } = state
  useEffect(() => {
    for (const id of meshes.sent.keys()) if (!scans.some((scan) => scan.id === id)) removeMesh(meshes, id)
    for (const { id, visible } of scans) if (visible || meshes.needed.has(id)) sendMesh(meshes, scene, id)
  }, [meshes, scene, scans])
  const need = useCallback(
    (id: string) => {
      meshes.needed.add(id)
      sendMesh(meshes, scene, id)
    },
    [meshes, scene],
  )
  return useMemo(() => {
    const shown = scans.filter(({ visible }) => visible).map(({ id }) => byId.get(id)?.phase ?? 'building')
    return {
      client: meshes.client,
      byId,
      isBuilding: shown.includes('building'),
      hasFailed: shown.includes('failed'),
      revision: [...byId.values()].reduce((sum, { revision }) => sum + revision, byId.size),
      need,
    }
  }, [meshes, byId, scans, need])
}

function sendMesh(meshes: Meshes, scene: ScanScene, id: string): void {
  const geometry = scene.getFullGeometry(id)
  if (!geometry) return
  const { positions, isFinest } = geometry
  const before = meshes.store.get().get(id)
  if (meshes.sent.get(id) === positions) {
    if (before && before.isFinest !== isFinest) setMesh(meshes, id, { ...before, isFinest })
    return
  }
  if (meshes.building.has(id)) return
  meshes.building.add(id)
  meshes.sent.set(id, positions)
  // The worker answers from the coarser level until the tree of the finer level is built.
  if (!before || before.phase === 'failed')
    setMesh(meshes, id, { phase: 'building', revision: 0, isFinest: false })
  const finish = (phase: ToolMesh['phase']) => {
    if (meshes.sent.get(id) !== positions) return
    meshes.building.delete(id)
    meshes.count += 1
    const latest = scene.getFullGeometry(id)
    const isLatest = latest === undefined || latest.positions === positions
    setMesh(meshes, id, {
      phase,
      revision: meshes.count,
      isFinest: isLatest ? (latest?.isFinest ?? isFinest) : isFinest,
    })
    if (!isLatest) sendMesh(meshes, scene, id)
  }
  meshes.client.setMesh(id, geometry).then(
    () => finish('ready'),
    () => finish('failed'),
  )
}

function setMesh({ store }: Meshes, id: string, mesh: ToolMesh | undefined): void {
  const next = new Map(store.get())
  if (mesh) next.set(id, mesh)
  else next.delete(id)
  store.set(next)
}

function removeMesh(meshes: Meshes, id: string): void {
  meshes.sent.delete(id)
  meshes.building.delete(id)
  meshes.client.removeMesh(id)
  setMesh(meshes, id, undefined)
}
