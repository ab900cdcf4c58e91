import { ActionIcon } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '../../../ui/icons.ts'
import css from './PictureStrokes.module.css'
import {
  type Stroke,
  type StrokeColor,
  type StrokePoint,
  type StrokeWidth,
  strokeColors,
  strokePx,
  strokeWidths,
  toStrokePath,
} from './strokes.ts'
import type { Strokes } from './use-strokes.ts'

const colors = Object.keys(strokeColors) as StrokeColor[]
const widths = Object.keys(strokeWidths) as StrokeWidth[]

/** Points that are closer than this to the last one add no detail to a line. */
const stepPx = 2

/**
 * Shows a picture on which the user draws with a mouse, a pen or a finger. Drawing is never necessary, so users of a keyboard skip it.
 * `toMessagePicture` returns the result.
 * @param props.picture shown in the width of the parent
 * @param props.strokes result of `useStrokes`
 */
export function PictureStrokes(props: { picture: HTMLCanvasElement; strokes: Strokes }) {
  const { picture, strokes } = props
  const t = useTexts('viewer.strokes')
  const [pen, setPen] = useState<{ color: StrokeColor; width: StrokeWidth }>({ color: 'red', width: 'thin' })
  const ratio = picture.width / picture.height
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of undo and redo work wherever the focus is
    <div className={css.strokes} onKeyDown={(event) => undoByKey(event, strokes)}>
      <PenBar strokes={strokes} pen={pen} setPen={setPen} />
      <div className={css.picture} style={{ '--ratio': ratio } as CSSProperties}>
        <Picture picture={picture} />
        <DrawingSurface {...{ picture, strokes, pen }} />
      </div>
      <p className="meta">{t('hint')}</p>
    </div>
  )
}

type Pen = Pick<Stroke, 'color' | 'width'>

function PenBar(props: { strokes: Strokes; pen: Pen; setPen: (pen: Pen) => void }) {
  const t = useTexts('viewer.strokes')
  const common = useTexts('common')
  const editor = useTexts('ui.richText')
  const { strokes, pen, setPen } = props
  return (
    <div className={css.bar}>
      <fieldset className={css.pens}>
        <legend className="only-read">{t('color')}</legend>
        {colors.map((color) => (
          <label key={color} className={css.pen} title={t(color)}>
            <input
              type="radio"
              name="stroke-color"
              aria-label={t(color)}
              checked={pen.color === color}
              onChange={() => setPen({ ...pen, color })}
            />
            <span className={css.swatch} style={{ background: strokeColors[color] }} />
          </label>
        ))}
      </fieldset>
      <fieldset className={css.pens}>
        <legend className="only-read">{t('width')}</legend>
        {widths.map((width) => (
          <label key={width} className={css.pen} title={t(width)}>
            <input
              type="radio"
              name="stroke-width"
              aria-label={t(width)}
              checked={pen.width === width}
              onChange={() => setPen({ ...pen, width })}
            />
            <span className={css.line} data-width={width} />
          </label>
        ))}
      </fieldset>
      <div className={css.steps}>
        <StepButton
          label={common('do.undo')}
          keys="Control+Z"
          icon={<IconArrowBackUp />}
          run={strokes.undo}
        />
        <StepButton
          label={editor('redo')}
          keys="Control+Shift+Z"
          icon={<IconArrowForwardUp />}
          run={strokes.redo}
        />
        <StepButton
          label={t('clear')}
          icon={<IconTrash />}
          run={strokes.list.length > 0 ? strokes.clear : undefined}
        />
      </div>
    </div>
  )
}

/** @param props.run undefined disables the button */
function StepButton(props: { label: string; keys?: string; icon: ReactNode; run: (() => void) | undefined }) {
  return (
    <ActionIcon
      className={css.step}
      aria-label={props.label}
      title={props.label}
      aria-keyshortcuts={props.keys}
      disabled={!props.run}
      onClick={props.run}
    >
      {props.icon}
    </ActionIcon>
  )
}

/** Shows a canvas that the page has drawn. */
function Picture({ picture }: { picture: HTMLCanvasElement }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => place.current?.replaceChildren(picture), [picture])
  return <div ref={place} className={css.canvas} />
}

/** The strokes over the picture. The pointer draws the next one. */
function DrawingSurface(props: { picture: HTMLCanvasElement; strokes: Strokes; pen: Pen }) {
  const t = useTexts('viewer.strokes')
  const { picture, strokes, pen } = props
  const { points, handlers } = useStrokeInput(picture, (points) => strokes.add({ ...pen, points }))
  const drawn: readonly Stroke[] = points ? [...strokes.list, { ...pen, points }] : strokes.list
  return (
    <svg
      className={css.surface}
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      role="img"
      aria-label={t('surface', { count: strokes.list.length })}
      // Gets the focus at a press, so that the keys of undo work.
      tabIndex={-1}
      {...handlers}
    >
      {drawn.map(({ color, width, points }, at) => (
        <path
          // biome-ignore lint/suspicious/noArrayIndexKey: strokes are only added and removed at the end
          key={at}
          d={toStrokePath(points)}
          stroke={strokeColors[color]}
          strokeWidth={strokePx(width, picture)}
        />
      ))}
    </svg>
  )
}

/**
 * Follows the pointer that draws. Once a pen has drawn, fingers are ignored, because a hand rests on the screen.
 * @returns `points` are those of the unfinished stroke; undefined while none is drawn
 */
function useStrokeInput(
  picture: { width: number; height: number },
  onStroke: (points: readonly StrokePoint[]) => void,
) {
  const [points, setPoints] = useState<readonly StrokePoint[]>()
  const drawn = useRef<{ pointerId: number; points: StrokePoint[] }>(undefined)
  const hasPen = useRef(false)
  const end = (isKept: boolean) => {
    const stroke = drawn.current
    drawn.current = undefined
    setPoints(undefined)
    if (stroke && isKept) onStroke(stroke.points)
  }
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    if (event.pointerType === 'pen') hasPen.current = true
    else if (event.pointerType === 'touch' && hasPen.current) return
    if (event.button !== 0 || drawn.current) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const start = toPicturePoint(event.currentTarget, picture, event)
    drawn.current = { pointerId: event.pointerId, points: [start] }
    setPoints([start])
  }
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const stroke = drawn.current
    if (stroke?.pointerId !== event.pointerId) return
    const surface = event.currentTarget
    const step = (stepPx * picture.width) / surface.clientWidth
    // A browser reports several positions of a quick pen in one event.
    const moves = event.nativeEvent.getCoalescedEvents?.() ?? []
    for (const move of moves.length > 0 ? moves : [event]) {
      const [x, y] = toPicturePoint(surface, picture, move)
      const [lastX, lastY] = stroke.points.at(-1) ?? [x, y]
      if (Math.hypot(x - lastX, y - lastY) >= step) stroke.points.push([x, y])
    }
    setPoints([...stroke.points])
  }
  const endBy = (isKept: boolean) => (event: PointerEvent) => {
    if (drawn.current?.pointerId === event.pointerId) end(isKept)
  }
  return {
    points,
    handlers: { onPointerDown, onPointerMove, onPointerUp: endBy(true), onPointerCancel: endBy(false) },
  }
}

function toPicturePoint(
  surface: Element,
  picture: { width: number; height: number },
  { clientX, clientY }: { clientX: number; clientY: number },
): StrokePoint {
  const { left, top, width, height } = surface.getBoundingClientRect()
  const within = (share: number) => Math.min(1, Math.max(0, share))
  return [within((clientX - left) / width) * picture.width, within((clientY - top) / height) * picture.height]
}

function undoByKey(event: KeyboardEvent, { undo, redo }: Strokes): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return
  const key = event.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  event.preventDefault()
  if (key === 'y' || event.shiftKey) redo?.()
  else undo?.()
}
