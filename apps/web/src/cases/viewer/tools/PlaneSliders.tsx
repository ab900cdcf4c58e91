import { useFormats, useTexts } from '../../../frame/i18n.tsx'
import { angleMaxDeg, changePlane, positionMaxMm, type SectionPlane } from './section-plane.ts'
import css from './Tools.module.css'

/** Moves and rotates the cutting plane by sliders, which the keyboard reaches too. */
export function PlaneSliders(props: { section: SectionPlane; onChange: (next: SectionPlane) => void }) {
  const t = useTexts('viewer.section')
  const keys = useTexts('viewer.keys')
  const { length, number } = useFormats()
  const { section, onChange } = props
  const degrees = (value: number) => `${number(value, 0)}°`
  const rows = [
    {
      ...{ label: t('position'), value: section.positionMm, limit: positionMaxMm, step: 0.05 },
      text: length(section.positionMm),
      change: (positionMm: number) => ({ positionMm }),
    },
    {
      ...{ label: t('tilt'), value: section.tiltDeg, limit: angleMaxDeg, step: 1 },
      text: degrees(section.tiltDeg),
      change: (tiltDeg: number) => ({ tiltDeg }),
    },
    {
      ...{ label: keys('turn'), value: section.turnDeg, limit: angleMaxDeg, step: 1 },
      text: degrees(section.turnDeg),
      change: (turnDeg: number) => ({ turnDeg }),
    },
  ]
  return (
    <div className={css.sliders}>
      {rows.map(({ label, value, limit, step, text, change }) => (
        <label key={label}>
          <span>{label}</span>
          <input
            type="range"
            min={-limit}
            max={limit}
            step={step}
            value={value}
            aria-valuetext={text}
            onChange={(event) => onChange(changePlane(section, change(event.currentTarget.valueAsNumber)))}
          />
          <output className="figures">{text}</output>
        </label>
      ))}
    </div>
  )
}
