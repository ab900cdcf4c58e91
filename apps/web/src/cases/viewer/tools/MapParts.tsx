import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { type ColorScale, colorAt, gradientOf, placeOf } from '@pontic/viewer/measure'
import type { ScanScene } from '@pontic/viewer/scene'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import css from './Maps.module.css'
import type { ToolProps } from './tool-props.ts'
import type { ProbedValue } from './use-map-probe.ts'
import { legendMarks, usePictureLegend } from './use-picture-parts.ts'

/** Selects a scan of the case. @param props.except the scan that the other field has */
export function ScanSelect(props: {
  label: string
  value: string
  except?: string
  scans: ToolProps['state']['scans']
  nameOf: ToolProps['nameOf']
  onChange: (id: string) => void
}) {
  const offered = props.scans.filter(({ id }) => id !== props.except)
  return (
    <NativeSelect
      size="xs"
      label={props.label}
      value={props.value}
      data={offered.map(({ id }) => ({ value: id, label: props.nameOf(id) }))}
      onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
    />
  )
}

/** Chooses one of a few values. */
export function Choice<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  return (
    <div className={css.choice}>
      <span className="meta">{props.label}</span>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={props.label}
        value={props.value}
        data={[...props.options]}
        onChange={(value) => {
          const found = props.options.find((option) => option.value === value)
          if (found) props.onChange(found.value)
        }}
      />
    </div>
  )
}

/**
 * The colours of a map with the values of its marks.
 * @param props.digits decimals of the marks
 * @param props.ends texts under both ends instead of values
 * @param props.scene saved pictures of this scene show the legend; undefined while the map is not shown
 */
export function Legend(props: {
  scene: ScanScene | undefined
  canvas: HTMLCanvasElement
  scale: ColorScale
  digits?: number
  unit?: string
  ends?: readonly [string, string]
  pointer?: number | undefined
}) {
  const { number } = useFormats()
  const { scale, digits = 1, unit = 'mm', ends, pointer } = props
  const textOf = (mark: number) => number(mark, Math.max(digits, decimalsOf(mark)), digits)
  usePictureLegend(props.scene, props.canvas, {
    scale,
    marks: ends ? ends.map((text, at) => ({ at, text })) : legendMarks(scale, textOf),
  })
  return (
    <div className={css.legend} data-testid="map-legend">
      <div className={css.bar} style={{ backgroundImage: gradientOf(scale) }}>
        {pointer !== undefined && !Number.isNaN(pointer) && (
          <i className={css.pointer} style={{ insetInlineStart: `${placeOf(pointer, scale) * 100}%` }} />
        )}
      </div>
      {ends ? (
        <div className={css.ends}>
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      ) : (
        <div className={clsx(css.marks, 'figures')}>
          {scale.marks.map((mark) => (
            <span key={mark} style={{ insetInlineStart: `${placeOf(mark, scale) * 100}%` }}>
              {textOf(mark)}
            </span>
          ))}
          <span className={css.unit}>{unit}</span>
        </div>
      )}
    </div>
  )
}

const decimalsOf = (value: number): number => Math.min(3, (String(value).split('.')[1] ?? '').length)

/** A list of labelled figures. */
export function Figures({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={clsx(css.figures, 'figures')}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The value beside the pointer, over the 3D view. */
export function ProbeLabel({
  stage,
  probed,
  text,
}: {
  stage: HTMLElement
  probed: ProbedValue
  text: string
}) {
  return createPortal(
    <span
      className={clsx(css.probe, 'figures')}
      aria-hidden="true"
      data-testid="map-probe"
      style={{ transform: `translate(${probed.x}px, ${probed.y}px)` }}
    >
      {text}
    </span>,
    stage,
  )
}

/** Returns a function that formats a distance of a map: `0.12 mm`, `> 2.00 mm`, or a dash without a value. */
export function useDistanceText(maxMm: number) {
  const { length } = useFormats()
  return (value: number) =>
    Number.isNaN(value) ? '–' : value === Infinity ? `> ${length(maxMm)}` : length(value)
}

/** Returns a function that formats an area: `12.3 mm²`. */
export function useAreaText() {
  const { length } = useFormats()
  return (areaMm2: number) => `${length(areaMm2, 1)}²`
}

/** Says that numbers are not final, or that a map is being computed or has failed. */
export function MapStatus(props: { isExact: boolean; isFinest: boolean; hasFailed: boolean }) {
  const t = useTexts('viewer')
  if (props.hasFailed)
    return (
      <p className={css.problem} role="alert">
        {t('measure.failed')}
      </p>
    )
  if (!props.isExact)
    return (
      <p className="meta" role="status">
        {t('maps.computing')}
      </p>
    )
  return props.isFinest ? null : (
    <p className="meta" role="status">
      {t('maps.provisional')}
    </p>
  )
}

/** Shares of the surface by value, with the colours of the map. */
export function Histogram(props: { bins: readonly number[]; scale: ColorScale; label: string }) {
  const { bins, scale } = props
  const highest = Math.max(...bins, 1e-9)
  const [low, high] = [scale.stops[0]!.at, scale.stops.at(-1)!.at]
  const step = (high - low) / bins.length
  return (
    <svg
      className={css.histogram}
      role="img"
      aria-label={props.label}
      viewBox={`0 0 ${bins.length} 40`}
      preserveAspectRatio="none"
    >
      {bins.map((share, at) => {
        const { color } = colorAt(low + (at + 0.5) * step, scale)
        const height = (share / highest) * 40
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bin is its place
            key={at}
            x={at + 0.08}
            y={40 - height}
            width={0.84}
            height={height}
            fill={`rgb(${color.join(' ')})`}
          />
        )
      })}
    </svg>
  )
}
