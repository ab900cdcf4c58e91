import { ActionIcon } from '@mantine/core'
import { type Movement, noMovement, type Vec } from '@pontic/viewer/measure'
import { MarkLayer } from '@pontic/viewer/tools'
import { useEffect, useRef, useState } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { IconMinus, IconPlus } from '../../../ui/icons.ts'
import {
  type BiteAxes,
  biteAxesOf,
  draggedMm,
  handleMarks,
  listHandles,
  shiftAlong,
  turnAround,
} from './bite-handles.ts'
import { Choice } from './MapParts.tsx'
import css from './Maps.module.css'
import type { ToolProps } from './tool-props.ts'
import { type BiteControl, middleOfBox } from './use-bite.ts'

const steps = ['0.05', '0.2', '1'] as const
type Step = (typeof steps)[number]
const arrows: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}
const toRad = Math.PI / 180
/** Length of the handles in millimetres: a little longer than half an arch. */
const handleMm = 34

type Props = ToolProps & { pair: readonly [string, string]; bite: BiteControl; onClose: () => void }

/** Moves and turns a scan in steps, by the buttons and the keyboard, and by handles in the 3D view. */
export function BiteMoves(props: Props) {
  const t = useTexts('viewer')
  const { number } = useFormats()
  const { scene, bite, pair } = props
  const [step, setStep] = useState<Step>('0.2')
  const size = Number(step)
  const labels = [t('bite.sideways'), t('bite.upwards'), t('bite.forwards')]
  const axes = biteAxesOf(scene.readAxes(true))
  const middle = useMiddle(props)
  useHandles(props, axes, middle, labels)
  useMoveKeys(props, size, middle)
  const groups = [
    { name: t('keys.move'), run: (axis: Vec, sign: number) => shiftAlong(axis, size * sign) },
    { name: t('keys.turn'), run: (axis: Vec, sign: number) => turnAround(axis, middle, size * sign * toRad) },
  ]
  return (
    <>
      <Choice
        label={t('bite.step')}
        value={step}
        options={steps.map((value) => ({ value, label: number(Number(value), 2) }))}
        onChange={setStep}
      />
      {groups.map(({ name, run }) => (
        <fieldset key={name} className={css.moves}>
          <legend className="meta">{name}</legend>
          {axes.map((axis, at) => (
            <div key={labels[at]}>
              <span>{labels[at]}</span>
              {([-1, 1] as const).map((sign) => (
                <ActionIcon
                  key={sign}
                  size={28}
                  variant="default"
                  aria-label={`${name}: ${labels[at]} ${sign < 0 ? '−' : '+'}`}
                  disabled={!scene.getFullGeometry(pair[0])}
                  onClick={() => bite.nudge(run(axis, sign))}
                >
                  {sign < 0 ? <IconMinus size={16} /> : <IconPlus size={16} />}
                </ActionIcon>
              ))}
            </div>
          ))}
        </fieldset>
      ))}
    </>
  )
}

/** Returns the middle of the moved scan, around which it turns. */
function useMiddle({ scene, pair, state }: Props): Vec {
  const positions = scene.getFullGeometry(pair[0])?.positions
  const known = useRef<{ of: Float32Array | undefined; middle: Vec }>(undefined)
  if (!known.current || known.current.of !== positions || state.scans.length === 0)
    known.current = { of: positions, middle: positions ? middleOfBox(positions) : [0, 0, 0] }
  return known.current.middle
}

/** Draws the handles, and moves the scan while one is dragged. */
function useHandles(
  { scene, stage, bite, pair }: Props,
  axes: BiteAxes,
  middle: Vec,
  labels: readonly string[],
): void {
  const [moving] = pair
  const latest = useRef(bite)
  latest.current = bite
  const key = JSON.stringify([axes, middle, labels])
  useEffect(() => {
    const [axes, middle, labels] = JSON.parse(key) as [BiteAxes, Vec, string[]]
    const handles = listHandles(axes, middle, handleMm)
    let start: { x: number; y: number } | undefined
    const layer = new MarkLayer(stage, scene, {
      onDrag: (markId, _, pixel, isEnd) => {
        const handle = handles[Number(markId)]
        if (!handle) return
        start ??= pixel
        const movement: Movement = handle.movementOf(draggedMm(scene, handle, start, pixel))
        if (!isEnd) return scene.setMovement(moving, movement, true)
        start = undefined
        scene.setMovement(moving, undefined, true)
        if (movement.some((value, at) => value !== noMovement[at])) latest.current.nudge(movement)
      },
    })
    layer.setMarks(handleMarks(axes, middle, handleMm, labels))
    return () => {
      scene.setMovement(moving, undefined, true)
      layer.dispose()
    }
  }, [scene, stage, moving, key])
}

/** Arrow keys move the scan in the picture, with Shift they turn it, with Alt they turn the model. Enter closes the bite. */
function useMoveKeys({ scene, canvas, bite, onClose }: Props, size: number, middle: Vec): void {
  const latest = useRef({ bite, onClose, size, middle })
  latest.current = { bite, onClose, size, middle }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { bite, onClose, size, middle } = latest.current
      if (event.ctrlKey || event.metaKey) return
      const take = () => {
        event.preventDefault()
        event.stopPropagation()
      }
      if (event.key === 'Enter') {
        take()
        onClose()
      }
      const arrow = arrows[event.key]
      if (!arrow) return
      take()
      const [right, up] = arrow
      const axes = scene.readAxes()
      if (event.altKey) scene.orbitBy(right * 10, up * 10)
      else if (event.shiftKey)
        bite.nudge(turnAround(right ? axes.toEye : axes.right, middle, -size * toRad * (right || up)))
      else bite.nudge(shiftAlong(right ? axes.right : axes.up, size * (right || up)))
    }
    canvas.addEventListener('keydown', listen, { capture: true })
    return () => canvas.removeEventListener('keydown', listen, { capture: true })
  }, [scene, canvas])
}
