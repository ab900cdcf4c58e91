import {
  archOf,
  type CasePrescriptions,
  listPrescriptions,
  type Prescription,
  type Tooth,
} from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { Facts } from '../../ui/Page.tsx'
import { ToothPicture } from '../../ui/ToothChart.tsx'
import { caseFacts, isFixed, rowsOf, type ToothRow } from './facts.ts'
import css from './PrescriptionView.module.css'
import { chartOf } from './tooth-marks.ts'
import { usePrescriptionWords } from './words.ts'

/**
 * Shows the prescriptions of a case in the user's language and tooth notation: one picture of all teeth, and for each prescription
 * the works of the teeth, facts and the note.
 */
export function PrescriptionView(props: CasePrescriptions) {
  const names = useTexts('order.type')
  const all = listPrescriptions(props)
  return all.map((one, at) => (
    <OneView
      key={one.type}
      prescription={one}
      pictured={at === 0 ? all : []}
      title={all.length > 1 ? names(`${one.type}`) : undefined}
    />
  ))
}

function OneView(props: {
  prescription: Prescription
  pictured: readonly Prescription[]
  title: string | undefined
}) {
  const { prescription, pictured, title } = props
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const chart = chartOf(pictured, words)
  const marked = Object.keys(chart.marks) as Tooth[]
  // The picture shows only arches with marked teeth.
  const arches = chart.arches.filter((arch) => marked.some((tooth) => archOf(tooth) === arch))
  const facts = caseFacts(prescription, words)
  const rows = isFixed(prescription) ? rowsOf(prescription, words) : []
  return (
    <div className="prescription">
      {marked.length > 0 && <ToothPicture label={t('chart')} {...chart} arches={arches} />}
      {(title !== undefined || rows.length > 0) && (
        <div>
          {title !== undefined && <h4 className={css.type}>{title}</h4>}
          <ToothRows rows={rows} />
        </div>
      )}
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
