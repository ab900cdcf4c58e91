import {
  type Alignment,
  chain,
  fitPoints,
  invert,
  type Movement,
  noMovement,
  type Probe,
} from '@pontic/viewer/measure'
import type { ScanScene } from '@pontic/viewer/scene'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ToolProps } from './tool-props.ts'
import type { ToolSession } from './tool-session.ts'
import { change, toolValues } from './tool-values.ts'

type Point = readonly [number, number, number]
type Pair = readonly [newer: string, older: string]

/** Number of pairs of points that a start needs. */
export const pointCount = 3

/** Points that the user has set on both scans, in the order of their numbers. */
export type StartPoints = { readonly newer: readonly Point[]; readonly older: readonly Point[] }

const noPoints: StartPoints = { newer: [], older: [] }

/** Returns the movement that compares two versions as their files place them, while a bite is aligned; otherwise undefined. */
function useFiledPlaces(scene: ScanScene, newer: string, older: string): Movement | undefined {
  const [moved, fixed] = [scene.getBite(newer), scene.getBite(older)]
  return useMemo(
    () => (moved || fixed ? chain(invert(moved ?? noMovement), fixed ?? noMovement) : undefined),
    [moved, fixed],
  )
}

/**
 * Aligns the newer of two scans with the older one when the user asks for it. The scene draws it moved until the tool is left;
 * nothing is stored.
 */
export function useAlignment(
  { scene, meshes, session }: Pick<ToolProps, 'scene' | 'meshes' | 'session'>,
  [newer, older]: Pair,
) {
  const values = toolValues.compare(session)
  const [found, setFound] = useState<Alignment>()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const [points, setPoints] = useState<StartPoints>()
  const { client } = meshes
  const filed = useFiledPlaces(scene, newer, older)
  const movement = found?.movement ?? filed
  const isReady = [newer, older].every((id) => meshes.byId.get(id)?.phase === 'ready')

  useEffect(() => {
    scene.setMovement(newer, movement)
    return () => scene.setMovement(newer, undefined)
  }, [scene, newer, movement])

  const align = async (start?: Movement) => {
    setBusy(true)
    setFailed(false)
    setPoints(undefined)
    change(values, { aligned: undefined })
    const alignment = await client.call('align', { from: newer, to: older, start }).catch(() => undefined)
    setFound(alignment)
    setFailed(alignment === undefined)
    setBusy(false)
  }
  useStoredAlignment(session, [newer, older], { isReady, movement, align })
  const reset = () => {
    change(values, { aligned: undefined })
    setFound(undefined)
    setFailed(false)
    setPoints(undefined)
  }
  const addPoint = ({ scanId, point }: Probe) => {
    if (!points) return
    const next = {
      newer: scanId === newer && points.newer.length < pointCount ? [...points.newer, point] : points.newer,
      older: scanId === older && points.older.length < pointCount ? [...points.older, point] : points.older,
    }
    setPoints(next)
    if (next.newer.length === pointCount && next.older.length === pointCount)
      void align(fitPoints(next.newer, next.older))
  }
  return {
    found,
    movement,
    isBusy,
    isReady,
    hasFailed,
    points,
    addPoint: points ? addPoint : undefined,
    alignBest: () => void align(),
    startPoints: () => {
      reset()
      setPoints(noPoints)
    },
    /** Removes the last point, or ends setting points. @returns false if no points are being set */
    cancelPoints: () => {
      if (!points) return false
      setPoints(undefined)
      return true
    },
    reset,
  }
}

/**
 * Stores the movement of two scans while their comparison is open, for a link to the view. Aligns the scans of such a link again,
 * from its movement on.
 */
function useStoredAlignment(
  session: ToolSession,
  [newer, older]: Pair,
  now: { isReady: boolean; movement: Movement | undefined; align: (start: Movement) => Promise<void> },
): void {
  const values = toolValues.compare(session)
  const { aligned } = values.useValue()
  const { isReady, movement } = now
  const isPair = (pair: Pair | undefined) => pair?.[0] === newer && pair[1] === older
  const stored = isPair(aligned?.pair) ? aligned?.movement : undefined
  const latest = useRef({ ...now, stored })
  latest.current = { ...now, stored }
  const hasStored = stored !== undefined
  useEffect(() => {
    const { stored, movement, align } = latest.current
    if (isReady && hasStored && stored && !movement) void align(stored)
  }, [isReady, hasStored])
  useEffect(() => {
    if (movement) change(values, { aligned: { pair: [newer, older], movement } })
  }, [values, movement, newer, older])
  useEffect(
    () => () => {
      const { aligned } = values.get()
      if (aligned?.pair[0] === newer && aligned.pair[1] === older) change(values, { aligned: undefined })
    },
    [values, newer, older],
  )
}

export type AlignmentControl = ReturnType<typeof useAlignment>
