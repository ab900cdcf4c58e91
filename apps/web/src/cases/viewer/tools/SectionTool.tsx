import { Button } from '@mantine/core'
import {
  type Outline,
  type PickedPoint,
  type PlaneAxes,
  planeAxes,
  type Vec,
  vectors,
} from '@pontic/viewer/measure'
import { type Mark, MarkLayer, SectionOverlay } from '@pontic/viewer/tools'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { tokens } from '../../../frame/theme.ts'
import { IconSquareHalf } from '../../../ui/icons.ts'
import { boxOfOutlines, flattenOutline } from './flat-outlines.ts'
import { PlaneSliders } from './PlaneSliders.tsx'
import { SectionDrawing } from './SectionDrawing.tsx'
import { dragPlane, type PlaneDrag } from './section-drag.ts'
import { placePlane, planeOfView, planeThrough, type SectionPlane } from './section-plane.ts'
import css from './Tools.module.css'
import type { ToolProps } from './tool-props.ts'
import { change, type SectionValues, sectionSides, toolValues } from './tool-values.ts'
import { usePointInput } from './use-point-input.ts'

/** Half the side of the plane's handles around its centre, in millimetres. */
const handleMm = 9
const snapTanPx = 8

/** Cuts the visible scans with a plane, draws the outlines with a grid, and measures in them. */
export function SectionTool(props: ToolProps) {
  const t = useTexts('viewer.section')
  const viewer = useTexts('viewer')
  const common = useTexts('common')
  const { scene, session } = props
  const store = toolValues.section(session)
  const { section, shown } = store.useValue()
  const setSection = useCallback(
    (next: SectionPlane | undefined) => change(store, { section: next }),
    [store],
  )
  const outlines = useOutlines(props, section)
  const axes = useSectionAxes(props, section)
  useSectionOverlay(props, section, shown, outlines, axes)
  const { draft, isMissed } = usePlaneInput(props, setSection)
  useSectionMarks(props, section, setSection, draft)
  const cutByView = () => void findMiddle(props).then((at) => setSection(planeOfView(at, scene.readAxes())))
  const isEmpty = outlines?.every(({ points }) => points.length === 0)
  return (
    <>
      {(!section || isMissed) && (
        <p className="meta" role="status">
          {isMissed ? viewer('measure.none.surface') : t('hintLine')}
        </p>
      )}
      <div className={css.actions}>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconSquareHalf size={16} />}
          onClick={cutByView}
        >
          {t('byView')}
        </Button>
      </div>
      {section && (
        <>
          {isEmpty && <p role="status">{t('empty')}</p>}
          {outlines && axes && !isEmpty && <SectionDrawing {...{ outlines, axes }} nameOf={props.nameOf} />}
          <p className="meta">{t('hintHandles')}</p>
          <PlaneSliders section={section} onChange={setSection} />
          <fieldset className={css.sides}>
            <legend className="meta">{t('shown')}</legend>
            {sectionSides.map((side) => (
              <label key={side}>
                <input
                  type="radio"
                  checked={shown === side}
                  onChange={() => change(store, { shown: side })}
                />
                {side === 'both' ? t('both') : viewer(`views.${side}`)}
              </label>
            ))}
          </fieldset>
          <Button size="compact-sm" variant="default" onClick={() => setSection(undefined)}>
            {common('do.remove')}
          </Button>
        </>
      )}
      <p className="meta">{viewer('measure.keys')}</p>
    </>
  )
}

/** Asks the worker for the outlines, again after each change, but one request at a time. */
function useOutlines({ meshes, state }: ToolProps, section: SectionPlane | undefined): Outline[] | undefined {
  const [outlines, setOutlines] = useState<Outline[]>()
  const { client, revision } = meshes
  const scanIds = state.scans
    .filter(({ visible, isHiddenByView }) => visible && !isHiddenByView)
    .map(({ id }) => id)
    .join(' ')
  const wanted = useRef<{ section: SectionPlane | undefined; scanIds: string; revision: number }>(undefined)
  const isBusy = useRef(false)
  useEffect(() => {
    wanted.current = { section, scanIds, revision }
    if (isBusy.current) return
    const run = async () => {
      isBusy.current = true
      for (let done: unknown; done !== wanted.current; ) {
        const now = wanted.current
        done = now
        if (!now?.section) setOutlines(undefined)
        else {
          const { plane } = placePlane(now.section)
          const input = { scanIds: now.scanIds.split(' '), plane }
          const next = await client.call('section', input).catch(() => undefined)
          if (next && wanted.current?.section) setOutlines(next)
        }
      }
      isBusy.current = false
    }
    void run()
  }, [client, section, scanIds, revision])
  return section && outlines
}

/** The axes of the drawing: the patient's up is up, or for a horizontal plane the patient's front. */
function useSectionAxes(
  { scene, state }: ToolProps,
  section: SectionPlane | undefined,
): PlaneAxes | undefined {
  const count = state.scans.length
  return useMemo(() => {
    if (!section || count === 0) return undefined
    const { plane } = placePlane(section)
    const { up, toEye } = scene.readAxes(true)
    return planeAxes(plane, Math.abs(vectors.dot(plane.normal, up)) > 0.9 ? toEye : up)
  }, [scene, section, count])
}

/** Draws the outlines and the plane in the scene, and hides one side. */
function useSectionOverlay(
  { scene, state }: ToolProps,
  section: SectionPlane | undefined,
  shown: SectionValues['shown'],
  outlines: readonly Outline[] | undefined,
  axes: PlaneAxes | undefined,
): void {
  const [overlay, setOverlay] = useState<SectionOverlay>()
  const { theme } = state
  useEffect(() => {
    const created = new SectionOverlay(scene, tokens[theme].accent)
    setOverlay(created)
    return () => {
      setOverlay(undefined)
      created.dispose()
    }
  }, [scene, theme])
  useEffect(() => {
    if (!overlay) return
    overlay.setOutlines(outlines ?? [])
    const box = outlines && axes && boxOfOutlines(outlines.map((one) => flattenOutline(one, axes)))
    const half = box && ([0, 1].map((axis) => (box.max[axis]! - box.min[axis]!) / 2 + 3) as [number, number])
    const centre = box && ([0, 1].map((axis) => (box.max[axis]! + box.min[axis]!) / 2) as [number, number])
    const size = { centre: centre ?? ([0, 0] as const), half: half ?? ([0, 0] as const) }
    overlay.setPlane(box ? axes : undefined, size, section?.scanId)
  }, [overlay, outlines, axes, section])
  useEffect(() => {
    const plane = section && placePlane(section).plane
    scene.setClip(shown === 'both' ? undefined : plane, shown === 'front' ? 'back' : 'front')
  }, [scene, section, shown])
  useEffect(() => () => scene.setClip(undefined), [scene])
}

/** Sets the plane by two points. @returns the first point and the one under the pointer, and whether a point missed the scans */
function usePlaneInput(props: ToolProps, setSection: (next: SectionPlane | undefined) => void) {
  const { scene } = props
  const [first, setFirst] = useState<PickedPoint>()
  const [hover, setHover] = useState<PickedPoint>()
  const [isMissed, setMissed] = useState(false)
  const isBusy = useRef(false)
  usePointInput(props, {
    onPoint: (pixel) =>
      void pickAt(props, pixel).then((point) => {
        setMissed(!point)
        if (!point) return
        const next = first && planeThrough(first.point, point.point, scene.readAxes())
        setFirst(next ? undefined : point)
        if (next) setSection({ ...next, scanId: first?.scanId })
      }),
    onMove: (pixel) => {
      if (isBusy.current) return
      if (!pixel || !first) return setHover(undefined)
      isBusy.current = true
      void pickAt(props, pixel).then((point) => {
        isBusy.current = false
        setHover(point)
      })
    },
    onRemove: () => {
      setFirst(undefined)
      return first !== undefined
    },
    onCancel: () => {
      setFirst(undefined)
      return first !== undefined
    },
  })
  return { draft: first ? [first, ...(hover ? [hover] : [])] : [], isMissed }
}

/** Draws the first point of a plane, and the handles that move and rotate it. */
function useSectionMarks(
  { scene, stage }: ToolProps,
  section: SectionPlane | undefined,
  setSection: (next: SectionPlane) => void,
  draft: readonly PickedPoint[],
): void {
  const layer = useRef<MarkLayer>(undefined)
  const latest = useRef({ section, setSection })
  latest.current = { section, setSection }
  useEffect(() => {
    let drag: PlaneDrag | undefined
    const marks = new MarkLayer(stage, scene, {
      onDrag: (_, handle, pixel, isEnd) => {
        const { section, setSection } = latest.current
        if (!section) return
        drag ??= { handle, pixel, section }
        setSection(dragPlane(scene, drag, pixel, handleMm))
        if (isEnd) drag = undefined
      },
    })
    layer.current = marks
    return () => {
      layer.current = undefined
      marks.dispose()
    }
  }, [scene, stage])
  const draftKey = draft.map(({ point }) => point.join()).join(';')
  const draftRef = useRef(draft)
  draftRef.current = draft
  useEffect(() => {
    const marks: Mark[] = []
    if (section) {
      const { centre, right, up } = placePlane(section)
      const handles = [
        centre,
        vectors.add(centre, vectors.scale(up, handleMm)),
        vectors.add(centre, vectors.scale(right, handleMm)),
      ].map((place) => ({ place, scanId: section.scanId }))
      const [middle, top, side] = handles
      const lines = middle && top && side ? [[top, middle, side]] : []
      marks.push({ id: 'plane', handles, lines, look: 'selected', isControl: true })
    }
    if (draftKey !== '') {
      const points = draftRef.current.map(({ point, scanId }) => ({ place: point, scanId }))
      marks.push({ id: 'draft', handles: points, lines: points.length > 1 ? [points] : [], look: 'draft' })
    }
    layer.current?.setMarks(marks)
  }, [section, draftKey])
}

async function pickAt(
  { scene, meshes }: ToolProps,
  { x, y, isFree }: { x: number; y: number; isFree: boolean },
) {
  const rays = scene.pickRay(x, y)
  const [ray] = rays
  if (!ray) return undefined
  const far = vectors.add(ray.origin, vectors.scale(ray.direction, 100))
  const snapTan = isFree ? 0 : (scene.pixelMm(far, ray.id) / 100) * snapTanPx
  return meshes.client.call('pick', { rays, snapTan }).catch(() => undefined)
}

/** Returns the surface point in the middle of the picture, or else the middle of the visible scans. */
async function findMiddle(props: ToolProps): Promise<Vec> {
  const { canvas, scene, state } = props
  const hit = await pickAt(props, { x: canvas.clientWidth / 2, y: canvas.clientHeight / 2, isFree: true })
  if (hit) return hit.point
  const sum = [0, 0, 0]
  let count = 0
  for (const { id, visible } of state.scans) {
    const positions = visible ? scene.getFullGeometry(id)?.positions : undefined
    const step = 3 * Math.max(1, Math.floor((positions?.length ?? 0) / 3 / 1000))
    for (let at = 0; positions && at < positions.length; at += step) {
      for (let axis = 0; axis < 3; axis += 1) sum[axis]! += positions[at + axis]!
      count += 1
    }
  }
  return [sum[0]! / Math.max(1, count), sum[1]! / Math.max(1, count), sum[2]! / Math.max(1, count)]
}
