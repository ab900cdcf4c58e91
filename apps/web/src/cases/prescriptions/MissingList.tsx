import type { MissingPart, Tooth } from '@pontic/contract'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useTexts } from '../../frame/i18n.tsx'
import css from './MissingList.module.css'
import { usePrescriptionWords } from './words.ts'

type Group = { what: string; parts: MissingPart[] }

function groupsOf(missing: readonly MissingPart[]): Group[] {
  return [...Map.groupBy(missing, ({ what }) => what)].map(([what, parts]) => ({ what, parts }))
}

const teethOf = (parts: readonly MissingPart[]): Tooth[] =>
  parts.flatMap(({ tooth }) => (tooth === undefined ? [] : [tooth]))

/**
 * Lists the values that a prescription still needs before the case can be sent, with their teeth.
 * @param props.onPick focuses the field of the missing values, which have different teeth. Without `onPick`, the list has no buttons.
 */
export function MissingList(props: {
  missing: readonly MissingPart[]
  onPick?: (parts: readonly MissingPart[]) => void
}) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  if (props.missing.length === 0) return null
  return (
    <div className={css.prescriptionMissing}>
      <p className={css.prescriptionMissingTitle}>
        <IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
        {t('missingTitle')}
      </p>
      <ul>
        {groupsOf(props.missing).map(({ what, parts }) => {
          const teeth = teethOf(parts)
          const name = words.field(what)
          const text = teeth.length === 0 ? name : t('missingAt', { what: name, teeth: words.teeth(teeth) })
          return (
            <li key={what}>
              {props.onPick ? (
                <button type="button" className="text-button" onClick={() => props.onPick?.(parts)}>
                  {text}
                </button>
              ) : (
                text
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** States that no value is missing. */
export function NothingMissing() {
  const t = useTexts('prescription')
  return (
    <p className={css.prescriptionComplete}>
      <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
      {t('nothingMissing')}
    </p>
  )
}
