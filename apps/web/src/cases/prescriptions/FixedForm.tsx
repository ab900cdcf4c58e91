import { Stack } from '@mantine/core'
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
import { joinTeeth, separateTeeth } from './edit-fixed.ts'
import type { FixedPrescription } from './facts.ts'
import { ChoiceField, fieldOf, MeasureField, NoteField } from './fields.tsx'
import css from './PrescriptionForm.module.css'
import { ToothPanel } from './ToothPanel.tsx'
import { chartOf } from './tooth-marks.ts'
import { usePrescriptionWords } from './words.ts'

type FormProps = {
  value: FixedPrescription
  onChange: (next: FixedPrescription) => void
  errors: Readonly<Record<string, string>>
  selected: readonly Tooth[]
  onSelect: (teeth: Tooth[]) => void
  /** The lists of missing and invalid values, next to the chart. */
  status: ReactNode
}

/** The form of a restoration or an implant case: a chart, and the works of the teeth that are selected in it. */
export function FixedForm(props: FormProps) {
  const { value, onChange, errors, selected } = props
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const isImplant = value.type === orderTypes.implant
  const chart = chartOf([value], words)
  return (
    <div className={css.fixed}>
      <div className={css.chart}>
        <ToothChart
          label={t('chart')}
          {...chart}
          selected={selected}
          onSelect={props.onSelect}
          onJoin={(teeth) => onChange(joinTeeth(value, teeth))}
          onSeparate={(teeth) => onChange(separateTeeth(value, teeth))}
        />
        {errors.items && (
          <p className="mantine-InputWrapper-error" role="alert">
            {errors.items}
          </p>
        )}
      </div>
      <Stack gap={16}>
        {selected.length === 0 ? (
          <p className={css.hint}>{t(isImplant ? 'chooseSites' : 'chooseTeeth')}</p>
        ) : (
          <ToothPanel key={selected.join()} {...props} teeth={selected} />
        )}
        {props.status}
      </Stack>
      <Stack gap={16} className={css.rest}>
        {value.type === orderTypes.implant && (
          <ImplantCaseFields value={value} onChange={onChange} errors={errors} />
        )}
        <PreferenceFields {...props} />
        <NoteField
          label={t('fields.noteAll')}
          value={value.note}
          onChange={(note) => onChange({ ...value, note })}
          error={errors.note}
        />
      </Stack>
    </div>
  )
}

function PreferenceFields({ value, onChange, errors }: Pick<FormProps, 'value' | 'onChange' | 'errors'>) {
  const t = useTexts('prescription')
  const isUsed = (name: PreferenceName) => value.preferences[name] !== null || errors[`preferences.${name}`]
  return (
    <details className={css.more} open={preferenceNames.some(isUsed)}>
      <summary>{t('preferences')}</summary>
      <p className={clsx(css.help, 'meta')}>{t('preferencesHelp')}</p>
      <div className={css.grid}>
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
  const field = fieldOf(props.value, props.errors, props.onChange)
  return (
    <div className={css.grid}>
      {caseChoices.map((name) => (
        <ChoiceField key={name} {...field(name)} />
      ))}
      {caseMeasures.map((name) => (
        <MeasureField key={name} {...field(name)} />
      ))}
    </div>
  )
}
