import { type ChartRange, chartRanges } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { oneOf } from '../../frame/search-checks.ts'
import css from './Dashboard.module.css'

const ranges = Object.keys(chartRanges) as ChartRange[]

/** The query of a page with charts: the period that they cover. */
export const rangeSearch = { range: oneOf(...ranges) }

/** Radio buttons for the period of the charts. */
export function RangeChoice(props: { value: ChartRange; onChange: (range: ChartRange) => void }) {
  const t = useTexts('dashboard')
  return (
    <fieldset className={css.dashboardRange}>
      <legend className="only-read">{t('range.label')}</legend>
      {ranges.map((range) => (
        <label key={range}>
          <input
            type="radio"
            name="range"
            className="only-read"
            checked={props.value === range}
            onChange={() => props.onChange(range)}
          />
          <span>{t(`range.${range}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
