import { archOf, type Prescription, type Tooth } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { Facts } from '../../ui/Page.tsx'
import { ToothPicture } from '../../ui/ToothChart.tsx'
import { caseFacts, isFixed, rowsOf, type ToothRow } from './facts.ts'
import css from './PrescriptionView.module.css'
import { chartOf } from './tooth-marks.ts'
import { usePrescriptionWords } from './words.ts'

/**
 * Shows a prescription in the user's language and tooth notation: a picture of the teeth, their works, facts and the note.
 * @param props.withPicture false hides the picture
 */
export function PrescriptionView(props: { prescription: Prescription; withPicture?: boolean }) {
  const { prescription, withPicture = true } = props
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const chart = chartOf(prescription, words)
  const marked = Object.keys(chart.marks) as Tooth[]
  // The picture shows only arches with marked teeth.
  const arches = chart.arches.filter((arch) => marked.some((tooth) => archOf(tooth) === arch))
  const facts = caseFacts(prescription, words)
  return (
    <div className="prescription">
      {withPicture && marked.length > 0 && <ToothPicture label={t('chart')} {...chart} arches={arches} />}
      {isFixed(prescription) && <ToothRows rows={rowsOf(prescription, words)} />}
      {facts.length > 0 && <Facts facts={facts} />}
      {prescription.note && (
        <p className="prescription-note" data-testid="prescription-note">
          <span className="meta">{t('fields.note')}</span>
          {prescription.note}
        </p>
      )}
    </div>
  )
}

function ToothRows({ rows }: { rows: readonly ToothRow[] }) {
  const words = usePrescriptionWords()
  if (rows.length === 0) return null
  return (
    <ul className="prescription-rows" data-testid="prescription-rows">
      {rows.map((row) => (
        <li key={`${row.teeth.join()} ${row.work}`}>
          <span className="prescription-teeth figures">{words.teeth(row.teeth)}</span>
          <span className={css.work}>
            <strong>{[row.work, row.material].filter(Boolean).join(', ')}</strong>
            {row.shade && <span>{row.shade}</span>}
            {row.more.map(([name, value]) => (
              <span key={name}>
                <span className="quiet">{name}</span> {value}
              </span>
            ))}
            {row.note && (
              <span className={css.toothNote} data-testid="prescription-tooth-note">
                {row.note}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
