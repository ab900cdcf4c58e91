import { ActionIcon } from '@mantine/core'
import type { Outline, PlaneAxes } from '@pontic/viewer/measure'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { IconFocusCentered, IconTrash } from '../../../ui/icons.ts'
import { useBiteMark } from './BiteMark.tsx'
import {
  boxOfOutlines,
  type Flat,
  type FlatBox,
  flattenOutline,
  snapToOutline,
  toPathData,
} from './flat-outlines.ts'
import css from './Tools.module.css'
import { type DrawingView, useDrawingView } from './use-drawing-view.ts'

type Distance = { readonly id: number; readonly from: Flat; readonly to: Flat }

const snapPx = 9
const stepPx = 10
const arrows: Readonly<Record<string, Flat>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/**
 * The outlines of a section on a grid of 1 mm, in which distances are measured by two points. The wheel zooms and dragging
 * moves; with the keyboard, the arrow keys move a crosshair, Enter sets a point, plus and minus zoom.
 */
export function SectionDrawing(props: {
  outlines: readonly Outline[]
  axes: PlaneAxes
  nameOf: (scanId: string) => string
}) {
  const t = useTexts('viewer.section')
  const { outlines, axes, nameOf } = props
  const flat = useMemo(() => outlines.map((one) => flattenOutline(one, axes)), [outlines, axes])
  const box = useMemo(() => boxOfOutlines(flat), [flat])
  const view = useDrawingView(box)
  const drawn = flat.filter(({ points }) => points.length > 0)
  const measuring = useDistances(view, axes, (place) => snapToOutline(flat, place, view.pixelMm * snapPx))
  if (!box) return null
  return (
    <figure className={css.drawing} aria-label={t('outline')}>
      <svg
        ref={view.setElement}
        role="application"
        aria-label={t('outline')}
        aria-description={t('hintOutline')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        viewBox={view.viewBox}
        onKeyDown={measuring.onKeyDown}
        onPointerDown={view.onPointerDown}
        onPointerMove={view.onPointerMove}
        onPointerUp={(event) => {
          const place = view.onPointerUp(event)
          if (place) measuring.setPoint(place)
        }}
      >
        <Grid box={view.box} />
        {drawn.map((outline, at) => (
          <path key={outline.scanId} d={toPathData(outline)} className={css.outline} data-line={at % 3} />
        ))}
        <Marks measuring={measuring} pixelMm={view.pixelMm} />
      </svg>
      <figcaption>
        {drawn.map(({ scanId }, at) => (
          <span key={scanId} className={css.legend}>
            <i className={css.swatch} data-line={at % 3} />
            {nameOf(scanId)}
          </span>
        ))}
        <span className="meta">{t('grid', { size: gridStepOf(view.box) })}</span>
        <FitButton onFit={view.fit} />
      </figcaption>
      <DistanceRows measuring={measuring} />
      <p className="meta">{t('hintOutline')}</p>
    </figure>
  )
}

function FitButton({ onFit }: { onFit: () => void }) {
  const t = useTexts('viewer')
  return (
    <ActionIcon size={26} className={css.fit} aria-label={t('tools.fit')} onClick={onFit}>
      <IconFocusCentered size={16} />
    </ActionIcon>
  )
}

/** Returns the distance of the grid's lines in millimetres. Millimetres are left out while they are too close to tell apart. */
const gridStepOf = ({ min, max }: FlatBox): 1 | 5 => (Math.max(max[0] - min[0], max[1] - min[1]) > 90 ? 5 : 1)

/** The lines of the grid, stronger at every fifth millimetre. */
function Grid({ box: { min, max } }: { box: FlatBox }) {
  const step = gridStepOf({ min, max })
  const lines = ([axis, other]: [0 | 1, 0 | 1]) => {
    const fine: string[] = []
    const strong: string[] = []
    for (let at = Math.ceil(min[axis] / step) * step; at <= max[axis]; at += step) {
      const [from, to] = [min[other], max[other]]
      const line = axis === 0 ? `M${at} ${-from}V${-to}` : `M${from} ${-at}H${to}`
      ;(Math.round(at) % 5 === 0 ? strong : fine).push(line)
    }
    return { fine: fine.join(''), strong: strong.join('') }
  }
  const [upright, level] = [lines([0, 1]), lines([1, 0])]
  return (
    <>
      <path className={css.grid} d={upright.fine + level.fine} />
      <path className={css.gridStrong} d={upright.strong + level.strong} />
    </>
  )
}

type Measuring = ReturnType<typeof useDistances>

/** The distances in the drawing, and its crosshair. They are removed when the section changes. */
function useDistances(view: DrawingView, axes: PlaneAxes, snap: (place: Flat) => Flat) {
  const [distances, setDistances] = useState<readonly Distance[]>([])
  const [first, setFirst] = useState<Flat>()
  const [cross, setCross] = useState<Flat>()
  const [measuredAxes, setMeasuredAxes] = useState(axes)
  if (axes !== measuredAxes) {
    setMeasuredAxes(axes)
    setDistances([])
    setFirst(undefined)
  }
  const setPoint = (place: Flat) => {
    const point = snap(place)
    if (!first) return setFirst(point)
    setFirst(undefined)
    setDistances((old) => [...old, { id: (old.at(-1)?.id ?? 0) + 1, from: first, to: point }])
  }
  const remove = (id: number) => setDistances((old) => old.filter((one) => one.id !== id))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = arrows[event.key]
    const middle: Flat = [(view.box.min[0] + view.box.max[0]) / 2, (view.box.min[1] + view.box.max[1]) / 2]
    if (arrow) {
      const step = view.pixelMm * (event.shiftKey ? 1 : stepPx)
      const [x, y] = cross ?? middle
      setCross([x + arrow[0] * step, y + arrow[1] * step])
    } else if (event.key === 'Enter') {
      if (cross) setPoint(cross)
      else setCross(middle)
    } else if (event.key === '+' || event.key === '-')
      view.zoom(event.key === '+' ? 1.25 : 0.8, cross ?? middle)
    else if (event.key === 'Escape' && (first || cross)) {
      setFirst(undefined)
      setCross(undefined)
    } else if (event.key === 'Backspace' && (first || distances.length > 0)) {
      if (first) setFirst(undefined)
      else setDistances((old) => old.slice(0, -1))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return { distances, first, cross, setPoint, remove, onKeyDown }
}

function Marks({ measuring, pixelMm }: { measuring: Measuring; pixelMm: number }) {
  const { length } = useFormats()
  const { distances, first, cross } = measuring
  const dot = ([x, y]: Flat, key: string) => (
    <circle key={key} className={css.dot} cx={x} cy={-y} r={pixelMm * 3.5} />
  )
  return (
    <>
      {distances.map(({ id, from, to }) => (
        <g key={id}>
          <path className={css.measured} d={`M${from[0]} ${-from[1]}L${to[0]} ${-to[1]}`} />
          {dot(from, 'from')}
          {dot(to, 'to')}
          <text
            className={css.measuredText}
            x={(from[0] + to[0]) / 2}
            y={-(from[1] + to[1]) / 2 - pixelMm * 5}
            fontSize={pixelMm * 12}
            strokeWidth={pixelMm * 3}
          >
            {length(distanceOf({ from, to }))}
          </text>
        </g>
      ))}
      {first && dot(first, 'first')}
      {cross && (
        <path
          className={css.measured}
          d={`M${cross[0] - pixelMm * 9} ${-cross[1]}h${pixelMm * 18}M${cross[0]} ${-cross[1] - pixelMm * 9}v${pixelMm * 18}`}
        />
      )}
    </>
  )
}

function DistanceRows({ measuring: { distances, remove } }: { measuring: Measuring }) {
  const t = useTexts('viewer.measure')
  const common = useTexts('common')
  const { length } = useFormats()
  const mark = useBiteMark()
  if (distances.length === 0) return null
  return (
    <ul className={css.rows} aria-label={t('list')} aria-live="polite">
      {distances.map(({ id, from, to }) => {
        const name = `${t('kinds.distance')} ${id}`
        const number = length(distanceOf({ from, to }))
        return (
          <li key={id} className={css.row}>
            <span>{name}</span>
            <output className={css.number}>{number}</output>
            <CopyButton label={t('copy', { name })} value={mark(`${name}: ${number}`)} />
            <ActionIcon size={26} aria-label={`${common('do.delete')}: ${name}`} onClick={() => remove(id)}>
              <IconTrash size={16} />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}

const distanceOf = ({ from, to }: Pick<Distance, 'from' | 'to'>) =>
  Math.hypot(to[0] - from[0], to[1] - from[1])
