import type { CaseMissingPart, Tooth } from '@pontic/contract'
import { Fragment } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { IconAlertCircle, IconCircleCheck } from '../../ui/icons.ts'
import css from './MissingList.module.css'
import { usePrescriptionWords } from './words.ts'

type Group = { what: string; parts: CaseMissingPart[] }

function groupsOf(missing: readonly CaseMissingPart[]): Group[] {
  return [...Map.groupBy(missing, ({ what }) => what)].map(([what, parts]) => ({ what, parts }))
}

const teethOf = (parts: readonly CaseMissingPart[]): Tooth[] =>
  parts.flatMap(({ tooth }) => (tooth === undefined ? [] : [tooth]))

/**
 * Lists the values that a case still needs before it can be sent, with their teeth.
 * @param props.hasTypes whether the case has prescriptions of several types; the list then names the type of each value
 * @param props.onPick focuses the field of the missing values, which have different teeth. Without `onPick`, the list has no buttons.
 */
export function MissingList(props: {
  missing: readonly CaseMissingPart[]
  hasTypes?: boolean
  onPick?: (parts: readonly CaseMissingPart[]) => void
}) {
  const t = useTexts('prescription')
  const types = useTexts('order.type')
  if (props.missing.length === 0) return null
  const byType = [...Map.groupBy(props.missing, ({ type }) => type)]
  return (
    <div className={css.prescriptionMissing}>
      <p className={css.prescriptionMissingTitle}>
        <IconAlertCircle />
        {t('missingTitle')}
      </p>
      {byType.map(([type, parts]) => (
        <Fragment key={type}>
          {props.hasTypes && <p className={css.type}>{types(`${type}`)}</p>}
          <MissingOfType missing={parts} onPick={props.onPick} />
        </Fragment>
      ))}
    </div>
  )
}

function MissingOfType(props: {
  missing: readonly CaseMissingPart[]
  onPick: ((parts: readonly CaseMissingPart[]) => void) | undefined
}) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  return (
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
  )
}

/** States that no value is missing. */
export function NothingMissing() {
  const t = useTexts('prescription')
  return (
    <p className={css.prescriptionComplete}>
      <IconCircleCheck />
      {t('nothingMissing')}
    </p>
  )
}
