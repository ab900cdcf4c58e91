import type { PickedPoint } from '@pontic/viewer/measure'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { MeasureList } from './measure-list.ts'
import { computeMeasure, type Measure, type NoResult } from './measures.ts'
import type { ToolProps } from './tool-props.ts'
import type { InputPixel } from './use-point-input.ts'

/** Radius of snapping in pixels, for a mouse and for a finger. */
const snapPx = { wide: 8, narrow: 16 }
/** How far the edge of a rim may be from the point, in pixels. */
const reachPx = 28

/** Returns functions that pick surface points and compute measurements, and keeps the results up to date. */
export function useMeasuring(props: ToolProps, list: MeasureList, isSnapping: boolean) {
  const { scene, state, meshes, isNarrow } = props
  const [problem, setProblem] = useState<NoResult>()
  const latest = useRef({ scans: state.scans, client: meshes.client })
  latest.current = { scans: state.scans, client: meshes.client }
  const { measures } = list.store.useValue()
  const { revision } = meshes

  const pick = useCallback(
    async ({ x, y, isFree }: InputPixel): Promise<PickedPoint | undefined> => {
      const rays = scene.pickRay(x, y)
      const [ray] = rays
      if (!ray) return undefined
      const far = ray.origin.map((start, axis) => start + ray.direction[axis]! * 100) as [
        number,
        number,
        number,
      ]
      const radiusPx = isSnapping && !isFree ? snapPx[isNarrow ? 'narrow' : 'wide'] : 0
      const snapTan = (scene.pixelMm(far, ray.id) / 100) * radiusPx
      return latest.current.client.call('pick', { rays, snapTan }).catch(() => undefined)
    },
    [scene, isSnapping, isNarrow],
  )

  const compute = useCallback(
    async (measure: Measure, isNew: boolean) => {
      const { scans, client } = latest.current
      const result = await computeMeasure(measure, scans, client).catch(() => undefined)
      if (result === undefined) return
      if (typeof result === 'string' && isNew) {
        list.drop(measure.id)
        setProblem(result)
      } else list.setResult(measure.id, result)
    },
    [list],
  )

  // Results follow their points: after a drag, an undo, or on a finer level.
  const computed = useRef(new Map<number, { points: unknown; revision: number }>())
  useEffect(() => {
    for (const measure of measures) {
      const before = computed.current.get(measure.id)
      if (before?.points === measure.points && before.revision === revision) continue
      computed.current.set(measure.id, { points: measure.points, revision })
      const isNew =
        before === undefined && !list.state.results.has(measure.id) && !list.isRestored(measure.id)
      void compute(measure, isNew)
    }
  }, [list, measures, revision, compute])

  const moved = useRef(revision)
  useEffect(() => {
    if (moved.current === revision) return
    moved.current = revision
    const { measures, draft } = list.state
    const points = [...measures.flatMap((one) => one.points), ...draft]
    if (points.length === 0) return
    void latest.current.client.call('project', { points }).then(
      (next) => {
        const now = list.state
        if (now.measures === measures && now.draft === draft) list.replacePoints(next)
      },
      () => undefined,
    )
  }, [list, revision])

  const addPoint = useCallback(
    async (pixel: InputPixel) => {
      const point = await pick(pixel)
      setProblem(point ? undefined : 'surface')
      if (point) list.addPoint(point, scene.pixelMm(point.point, point.scanId) * reachPx)
    },
    [list, pick, scene],
  )
  return { pick, addPoint, problem, setProblem }
}
