import { ActionIcon, Button } from '@mantine/core'
import type { PickedPoint } from '@pontic/viewer/measure'
import { type Mark, MarkLayer } from '@pontic/viewer/tools'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import type { IconProps } from '../../../ui/icon.tsx'
import {
  IconAngle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleDashed,
  IconCircleDot,
  IconFold,
  IconLine,
  IconRoute2,
  IconWall,
} from '../../../ui/icons.ts'
import { Tip } from '../../../ui/Tip.tsx'
import { MeasureRows } from './MeasureRows.tsx'
import type { MeasureList } from './measure-list.ts'
import { draftMark, markOf } from './measure-marks.ts'
import { type MeasureKind, measureKinds, pointCounts } from './measures.ts'
import css from './Tools.module.css'
import type { ToolProps } from './tool-props.ts'
import { toolValues } from './tool-values.ts'
import { useMeasureTexts } from './use-measure-texts.ts'
import { useMeasuring } from './use-measuring.ts'
import { usePointInput } from './use-point-input.ts'
import { useToolKeys } from './use-tool-keys.ts'

const icons: Readonly<Record<MeasureKind, ComponentType<IconProps>>> = {
  distance: IconLine,
  path: IconRoute2,
  angle: IconAngle,
  circle: IconCircleDot,
  rim: IconCircleDashed,
  thickness: IconWall,
  gap: IconFold,
}

/** Measures on the surfaces of the visible scans: distances, angles, diameters, wall thickness. */
export function MeasureTool(props: ToolProps) {
  const t = useTexts('viewer.measure')
  const viewer = useTexts('viewer')
  const common = useTexts('common')
  const editor = useTexts('ui.richText')
  const { state, session, stage, canvas } = props
  const list = toolValues.measures(session)
  const { kind, draft, canUndo, canRedo } = list.store.useValue()
  const [isSnapping, setSnapping] = useState(true)
  const measuring = useMeasuring(props, list, isSnapping)
  const hover = useMeasureInput(props, list, measuring)
  useMeasureMarks(props, list, measuring, hover)
  useToolKeys(stage, { onUndo: () => list.undo(), onRedo: () => list.redo() })
  return (
    <>
      <KindButtons list={list} onChoose={() => measuring.setProblem(undefined)} />
      <p className="meta" role="status">
        {measuring.problem ? (
          t(`none.${measuring.problem}`)
        ) : (
          <Hint kind={kind} left={pointCounts[kind] - draft.length} />
        )}
      </p>
      {state.hasNoBite && <p className={css.notice}>{viewer('arches.noBite')}</p>}
      <div className={css.actions}>
        <ActionIcon
          aria-label={common('do.undo')}
          aria-keyshortcuts="Control+Z"
          disabled={!canUndo}
          onClick={() => list.undo()}
        >
          <IconArrowBackUp />
        </ActionIcon>
        <ActionIcon
          aria-label={editor('redo')}
          aria-keyshortcuts="Control+Shift+Z"
          disabled={!canRedo}
          onClick={() => list.redo()}
        >
          <IconArrowForwardUp />
        </ActionIcon>
        {kind === 'path' && draft.length > 1 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              list.finishPath()
              canvas.focus({ preventScroll: true })
            }}
          >
            {t('finish')}
          </Button>
        )}
        <label className={css.snap}>
          <input
            type="checkbox"
            checked={isSnapping}
            onChange={(event) => setSnapping(event.currentTarget.checked)}
          />
          {t('snap')}
        </label>
      </div>
      <MeasureRows {...props} list={list} />
      <p className="meta">{t('keys')}</p>
    </>
  )
}

function KindButtons({ list, onChoose }: { list: MeasureList; onChoose: () => void }) {
  const t = useTexts('viewer.measure')
  const viewer = useTexts('viewer')
  const { kind } = list.store.useValue()
  return (
    <fieldset className={css.kinds}>
      <legend className="only-read">{viewer('tools.measure')}</legend>
      {measureKinds.map((one) => {
        const Icon = icons[one]
        return (
          <Tip key={one} label={t(`kinds.${one}`)} position="top" isInPlace>
            {(target) => (
              <ActionIcon
                {...target}
                className={css.kind}
                aria-label={t(`kinds.${one}`)}
                aria-pressed={one === kind}
                onClick={() => {
                  list.setKind(one)
                  onChoose()
                }}
              >
                <Icon />
              </ActionIcon>
            )}
          </Tip>
        )
      })}
    </fieldset>
  )
}

function Hint({ kind, left }: { kind: MeasureKind; left: number }) {
  const t = useTexts('viewer.measure')
  const hint =
    kind === 'path' ? t('hintPath') : kind === 'rim' ? t('hintRim') : t('hintPoints', { count: left })
  return (
    <>
      <strong className={css.strong}>{t(`kinds.${kind}`)}</strong> {hint}
    </>
  )
}

type Measuring = ReturnType<typeof useMeasuring>

/** Adds the points that the user sets. @returns the surface point under the pointer */
function useMeasureInput(props: ToolProps, list: MeasureList, measuring: Measuring): PickedPoint | undefined {
  const [hover, setHover] = useState<PickedPoint>()
  const isBusy = useRef(false)
  const { pick, addPoint, setProblem } = measuring
  usePointInput(props, {
    onPoint: (pixel) => {
      setHover(undefined)
      void addPoint(pixel)
    },
    onMove: (pixel) => {
      // One request at a time, so that the worker does not lag behind the pointer.
      if (isBusy.current) return
      if (!pixel) return setHover(undefined)
      isBusy.current = true
      void pick(pixel).then((point) => {
        isBusy.current = false
        setHover(point)
      })
    },
    onRemove: () => list.removeLast(),
    onCancel: () => {
      setProblem(undefined)
      return list.cancel()
    },
    onFinish: () => void list.finishPath(),
  })
  return hover
}

/** Draws the measurements over the 3D view, and moves their points when the user drags them. */
function useMeasureMarks(
  { scene, stage }: ToolProps,
  list: MeasureList,
  { pick, addPoint }: Measuring,
  hover: PickedPoint | undefined,
): void {
  const { measures, draft, selected, results, kind } = list.store.useValue()
  const { labelOf, lengthLabel } = useMeasureTexts()
  const layer = useRef<MarkLayer>(undefined)
  const latest = useRef({ pick, addPoint })
  latest.current = { pick, addPoint }
  useEffect(() => {
    let isBusy = false
    let movePoint: ((point: PickedPoint) => void) | undefined
    const marks = new MarkLayer(stage, scene, {
      onSelect: (id) => list.select(Number(id)),
      // A new measurement may begin at a point of another one.
      onPress: (_, pixel) => void latest.current.addPoint(pixel),
      onDrag: (id, handle, { x, y }, isEnd) => {
        movePoint ??= list.beginDrag(Number(id), handle)
        const move = movePoint
        if (isEnd) movePoint = undefined
        else if (isBusy) return
        isBusy = true
        void latest.current.pick({ x, y, isFree: false }).then((point) => {
          isBusy = false
          if (point) move(point)
        })
      },
    })
    layer.current = marks
    return () => {
      layer.current = undefined
      marks.dispose()
    }
  }, [list, scene, stage])
  useEffect(() => {
    const marks: Mark[] = measures.map((measure) => {
      const result = results.get(measure.id)
      const label = typeof result === 'object' ? labelOf(measure, result) : ''
      return markOf(measure, typeof result === 'object' ? result : undefined, label, measure.id === selected)
    })
    const isLength = kind === 'distance' || kind === 'path'
    const label = isLength && draft.length > 0 && hover ? lengthLabel([...draft, hover]) : ''
    if (draft.length > 0 || hover) marks.push(draftMark(draft, hover, label))
    layer.current?.setMarks(marks)
  }, [measures, draft, selected, results, kind, hover, labelOf, lengthLabel])
}
