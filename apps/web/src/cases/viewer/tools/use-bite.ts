import { fitPoints, type Movement, type Probe, type Vec, vectors } from '@pontic/viewer/measure'
import type { ScanScene, SceneScan } from '@pontic/viewer/scene'
import { useEffect, useState } from 'react'
import { type BiteHistory, biteHistoryOf } from './bite-history.ts'
import type { ToolProps } from './tool-props.ts'
import { pointCount, type StartPoints } from './use-alignment.ts'

type Pair = readonly [moving: string, fixed: string]

/** Aligns the bite of two scans: by movements of the user, by three pairs of points, and by closing it until the scans touch. */
export function useBite({ scene, state, meshes, session }: ToolProps, [moving, fixed]: Pair) {
  const history = biteHistoryOf(scene, session)
  const steps = history.store.useValue()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [points, setPoints] = useState<StartPoints>()
  const { client, byId, need } = meshes
  const isReady = [moving, fixed].every((id) => byId.get(id)?.phase === 'ready')
  useEffect(() => {
    for (const id of [moving, fixed]) need(id)
  }, [moving, fixed, need])
  useTogether(scene, history, [moving, fixed], points !== undefined)

  const change = (run: () => unknown) => {
    setFailed(false)
    setPoints(undefined)
    run()
  }
  const close = async (depthMm: number) => {
    setBusy(true)
    setFailed(false)
    const before = scene.getBite(moving)
    const input = {
      from: moving,
      to: fixed,
      direction: closingDirection(scene, state.scans, [moving, fixed]),
      depthMm,
    }
    const found = await client.call('closeBite', input).catch(() => undefined)
    // A scan that was moved meanwhile is not where it was measured.
    if (found && scene.getBite(moving) === before) history.move(moving, found.movement)
    setFailed(!found)
    setBusy(false)
  }
  const addPoint = ({ scanId, point }: Probe) => {
    if (!points) return
    const grow = (id: string, list: readonly Vec[]) =>
      scanId === id && list.length < pointCount ? [...list, point] : list
    const next = { newer: grow(moving, points.newer), older: grow(fixed, points.older) }
    setPoints(next)
    if (next.newer.length === pointCount && next.older.length === pointCount)
      change(() => {
        history.move(moving, fitPoints(next.newer, next.older))
        scene.fit()
      })
  }
  return {
    isReady: isReady && !isBusy,
    isBusy,
    hasFailed,
    points,
    addPoint,
    canUndo: steps.length > 0,
    isAligned: scene.getBite(moving) !== undefined,
    close: (depthMm: number) => void close(depthMm),
    startPoints: () => change(() => setPoints({ newer: [], older: [] })),
    endPoints: () => setPoints(undefined),
    nudge: (movement: Movement) => change(() => history.move(moving, movement)),
    undo: () => {
      setFailed(false)
      return history.undo()
    },
    reset: () => change(() => history.reset(moving)),
  }
}

export type BiteControl = ReturnType<typeof useBite>

/** Shows both scans together, or side by side while points are set. Separates the arches again if no bite was aligned. */
function useTogether(scene: ScanScene, history: BiteHistory, [moving, fixed]: Pair, isSplit: boolean): void {
  useEffect(() => {
    const { isApart, view } = scene.getState()
    if (isApart) scene.arrangeApart(false)
    // An occlusal view hides the opposite arch.
    if (view.startsWith('occlusal')) scene.setView('front')
    return () => {
      const hasBite = scene.getState().scans.some(({ isBiteAligned }) => isBiteAligned)
      if (isApart && !hasBite) scene.arrangeApart(true)
    }
  }, [scene])
  useEffect(() => {
    for (const { id, visible, isHiddenByView } of history.scene.getState().scans)
      if ((id === moving || id === fixed) && (!visible || isHiddenByView)) scene.setVisible(id, true)
  }, [scene, history, moving, fixed])
  useEffect(() => {
    if (!isSplit) return
    scene.setSplit({ left: fixed, right: moving })
    return () => scene.setSplit(undefined)
  }, [scene, moving, fixed, isSplit])
}

/** Returns the direction in which a scan closes: a lower jaw upwards, an upper jaw downwards, others to the fixed scan. */
function closingDirection(scene: ScanScene, scans: readonly SceneScan[], [moving, fixed]: Pair): Vec {
  const { up } = scene.readAxes(true)
  const role = scans.find(({ id }) => id === moving)?.role
  const heightOf = (id: string) => {
    const middle = scene.getFullGeometry(id)
    return middle ? vectors.dot(middleOfBox(middle.positions), up) : 0
  }
  const isDown = role === 'upper' || (role !== 'lower' && heightOf(moving) > heightOf(fixed))
  return isDown ? vectors.scale(up, -1) : up
}

/** Returns the middle of the box of points. */
export function middleOfBox(positions: Float32Array): Vec {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (let at = 0; at < positions.length; at += 1) {
    low[at % 3] = Math.min(low[at % 3]!, positions[at]!)
    high[at % 3] = Math.max(high[at % 3]!, positions[at]!)
  }
  return [0, 1, 2].map((axis) => (low[axis]! + high[axis]!) / 2) as unknown as Vec
}
