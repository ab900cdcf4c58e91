import { Textarea } from '@mantine/core'
import {
  type ImplantPrescription,
  orderTypes,
  type PreferenceName,
  preferenceNames,
  type Tooth,
} from '@pontic/contract'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { ToothChart } from '../../ui/ToothChart.tsx'
import { type FixedPrescription, join, part } from './edit-fixed.ts'
import { ChoiceField, MeasureField } from './fields.tsx'
import { chartOf } from './marks.ts'
import css from './PrescriptionForm.module.css'
import { ToothPanel } from './ToothPanel.tsx'
import { usePrescriptionWords } from './words.ts'

type FormProps = {
  value: FixedPrescription
  onChange: (next: FixedPrescription) => void
  errors: Readonly<Record<string, string>>
  selected: readonly Tooth[]
  onSelect: (teeth: Tooth[]) => void
  /** What is missing and wrong; beside the chart. */
  status: ReactNode
}

/** A restoration or an implant case: teeth are chosen in the chart, and get their work beside it. */
export function FixedForm(props: FormProps) {
  const { value, onChange, errors, selected } = props
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const isImplant = value.type === orderTypes.implant
  const chart = chartOf(value, words)
  return (
    <div className={css.prescriptionFixed}>
      <div className={css.prescriptionChart}>
        <ToothChart
          label={t('chart')}
          {...chart}
          selected={selected}
          onSelect={props.onSelect}
          onJoin={(teeth) => onChange(join(value, teeth))}
          onPart={(teeth) => onChange(part(value, teeth))}
        />
        {errors.items && (
          <p className="mantine-InputWrapper-error" role="alert">
            {errors.items}
          </p>
        )}
      </div>
      <div className={css.prescriptionSide}>
        {selected.length === 0 ? (
          <p className={css.prescriptionHint}>{t(isImplant ? 'chooseSites' : 'chooseTeeth')}</p>
        ) : (
          <ToothPanel
            key={selected.join()}
            value={value}
            teeth={selected}
            onChange={onChange}
            errors={errors}
          />
        )}
        {props.status}
      </div>
      <div className={css.prescriptionRest}>
        {value.type === orderTypes.implant && (
          <ImplantCaseFields value={value} onChange={onChange} errors={errors} />
        )}
        <PreferenceFields {...props} />
        <Textarea
          label={t('fields.noteAll')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          value={value.note}
          onChange={(event) => onChange({ ...value, note: event.currentTarget.value })}
          error={errors.note}
        />
      </div>
    </div>
  )
}

function PreferenceFields({ value, onChange, errors }: Pick<FormProps, 'value' | 'onChange' | 'errors'>) {
  const t = useTexts('prescription')
  const isSaid = (name: PreferenceName) => value.preferences[name] !== null || errors[`preferences.${name}`]
  return (
    <details className={css.prescriptionMore} open={preferenceNames.some(isSaid)}>
      <summary>{t('preferences')}</summary>
      <p className={clsx(css.prescriptionHelp, 'meta')}>{t('preferencesHelp')}</p>
      <div className={css.prescriptionGrid}>
        {preferenceNames.map((name) => (
          <ChoiceField
            key={name}
            name={name}
            value={value.preferences[name]}
            error={errors[`preferences.${name}`]}
            onChange={(code) => onChange({ ...value, preferences: { ...value.preferences, [name]: code } })}
          />
        ))}
      </div>
    </details>
  )
}

const caseChoices = ['parts', 'partsBy', 'tissuePressure', 'emergence', 'surgicalGuide', 'gingiva'] as const
const caseMeasures = ['marginDepthMm', 'torqueNcm'] as const

function ImplantCaseFields(props: {
  value: ImplantPrescription
  onChange: (next: ImplantPrescription) => void
  errors: Readonly<Record<string, string>>
}) {
  const { value, onChange, errors } = props
  return (
    <div className={css.prescriptionGrid}>
      {caseChoices.map((name) => (
        <ChoiceField
          key={name}
          name={name}
          value={value[name]}
          error={errors[name]}
          onChange={(code) => onChange({ ...value, [name]: code })}
        />
      ))}
      {caseMeasures.map((name) => (
        <MeasureField
          key={name}
          name={name}
          value={value[name]}
          error={errors[name]}
          onChange={(amount) => onChange({ ...value, [name]: amount })}
        />
      ))}
    </div>
  )
}
