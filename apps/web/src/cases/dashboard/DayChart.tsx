import { clsx } from 'clsx'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useFormats, useTexts } from '../../frame/i18n.tsx'
import css from './DayChart.module.css'

/** The count of one day (`YYYY-MM-DD`). */
type DayPoint = { readonly day: string; readonly count: number }

type ChartProps = {
  label: string
  points: readonly DayPoint[]
  format: (count: number) => string
  isStale?: boolean
}

const labelledMax = 7

/** Returns round numbers for the grid lines, from 0 to at least the highest count. */
function gridLinesFor(highest: number): number[] {
  const rough = Math.max(highest, 1) / 2
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((one) => one >= rough) ?? power)
  return [0, step, step * 2]
}

const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/**
 * A bar chart with one bar a day. The pointer and the arrow keys select a bar. The text above the bars shows the count of the
 * selected day, else the total. A button switches to a table.
 *
 * @param props.format formats a count, such as "3 cases"
 */
export function DayChart(props: ChartProps) {
  const t = useTexts('dashboard.chart')
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure className={css.dayChart} data-stale={props.isStale || undefined} aria-label={props.label}>
      <div id={id}>{isTable ? <DayTable {...props} /> : <Bars {...props} />}</div>
      <button
        type="button"
        className={css.chartSwitch}
        aria-controls={id}
        aria-expanded={isTable}
        onClick={() => setTable(!isTable)}
      >
        {t(isTable ? 'asBars' : 'asTable')}
      </button>
    </figure>
  )
}

function Bars({ points, format }: Pick<ChartProps, 'points' | 'format'>) {
  const { number } = useFormats()
  const [current, setCurrent] = useState<number>()
  const lines = gridLinesFor(Math.max(...points.map(({ count }) => count), 0))
  const top = lines.at(-1) ?? 1
  return (
    <>
      <Readout points={points} format={format} current={current} />
      <div className={css.chartArea}>
        {lines.map((line) => (
          <span
            key={line}
            className={clsx(css.chartLine, 'meta figures')}
            style={{ bottom: `${(line / top) * 100}%` }}
          >
            {number(line)}
          </span>
        ))}
        <BarButtons points={points} format={format} top={top} current={current} onCurrent={setCurrent} />
      </div>
      <Days points={points} />
    </>
  )
}

/** The count of the selected day, else the total. Hidden from screen readers, because the bars have labels. */
function Readout(props: Pick<ChartProps, 'points' | 'format'> & { current: number | undefined }) {
  const { weekday } = useFormats()
  const { points, format, current } = props
  const shown = current === undefined ? undefined : points[current]
  return (
    <p className={clsx(css.chartReadout, 'figures')} aria-hidden="true">
      {shown ? (
        <>
          <strong>{weekday(shown.day)}</strong> {format(shown.count)}
        </>
      ) : (
        format(points.reduce((sum, { count }) => sum + count, 0))
      )}
    </p>
  )
}

function BarButtons(
  props: Pick<ChartProps, 'points' | 'format'> & {
    top: number
    current: number | undefined
    onCurrent: (at: number | undefined) => void
  },
) {
  const { weekday } = useFormats()
  const { points, format, top, current, onCurrent } = props
  const bars = useRef<HTMLDivElement>(null)
  const tabStop = current ?? points.length - 1
  const onKey = (event: KeyboardEvent) => {
    const by = moves[event.key]
    if (by === undefined) return
    event.preventDefault()
    const next = Math.min(Math.max(tabStop + by, 0), points.length - 1)
    bars.current?.querySelectorAll('button')[next]?.focus()
  }
  const leave = () => onCurrent(undefined)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, which would repeat the name of the figure
    <div ref={bars} className={css.chartBars} role="group" onKeyDown={onKey} onPointerLeave={leave}>
      {points.map(({ day, count }, at) => (
        <button
          key={day}
          type="button"
          tabIndex={at === tabStop ? 0 : -1}
          aria-label={`${weekday(day)}: ${format(count)}`}
          onFocus={() => onCurrent(at)}
          onBlur={leave}
          onPointerEnter={() => onCurrent(at)}
        >
          <span style={{ height: `${(count / top) * 100}%` }} data-empty={count === 0 || undefined} />
        </button>
      ))}
    </div>
  )
}

/** The labels under the bars: every day in a chart of at most seven days, else only the first, the middle and the last day. */
function Days({ points }: { points: readonly DayPoint[] }) {
  const { weekday } = useFormats()
  const labelled =
    points.length <= labelledMax
      ? points.map((_, at) => at)
      : [0, Math.floor((points.length - 1) / 2), points.length - 1]
  return (
    <div
      className={clsx(css.chartDays, 'meta')}
      data-each={points.length <= labelledMax || undefined}
      aria-hidden="true"
    >
      {labelled.map((at) => (
        <span key={at}>{weekday(points[at]?.day ?? '')}</span>
      ))}
    </div>
  )
}

function DayTable({ label, points, format }: ChartProps) {
  const t = useTexts('dashboard.chart')
  const { day: dayText } = useFormats()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: makes the table scrollable by keyboard
    <section className={css.chartTable} tabIndex={0} aria-label={label}>
      <table>
        <caption className="only-read">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{label}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ day, count }) => (
            <tr key={day}>
              <th scope="row">{dayText(day)}</th>
              <td className="figures">{format(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
