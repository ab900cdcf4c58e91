import { Textarea } from '@mantine/core'
import {
  type ApplianceField,
  type Arch,
  applianceFields,
  appliances,
  type ChoiceName,
  type MeasureName,
  type OrthodonticPrescription,
  prescriptionChoices,
  prescriptionMeasures,
} from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import type { ToothLook } from '../../ui/ToothGlyph.tsx'
import { ContactsField } from './ContactsField.tsx'
import { ChoiceField, CodeSelect, MeasureField, WordField } from './fields.tsx'
import css from './PrescriptionForm.module.css'
import { type TeethList, TeethLists } from './TeethLists.tsx'
import { usePrescriptionWords } from './words.ts'

type FormProps = {
  value: OrthodonticPrescription
  onChange: (next: OrthodonticPrescription) => void
  errors: Readonly<Record<string, string>>
}

/** Both arches, or the one that was chosen. */
export const archesOf = (arch: 'upper' | 'lower' | 'both' | null): readonly Arch[] =>
  arch === 'upper' || arch === 'lower' ? [arch] : ['upper', 'lower']

/** An appliance: what it is, its arch, and what that appliance asks for. */
export function OrthodonticForm({ value, onChange, errors }: FormProps) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const names: readonly ApplianceField[] = value.appliance === null ? [] : applianceFields[value.appliance]
  return (
    <div className={css.prescriptionPlain}>
      <div className={css.prescriptionGrid}>
        <CodeSelect
          name="appliance"
          isRequired
          value={value.appliance}
          error={errors.appliance}
          options={appliances.map((code) => ({ value: code, label: words.appliance(code) }))}
          onChange={(appliance) => onChange({ ...value, appliance })}
        />
        <ChoiceField
          name="arch"
          isRequired
          value={value.arch}
          error={errors.arch}
          onChange={(arch) => onChange({ ...value, arch: arch as OrthodonticPrescription['arch'] })}
        />
      </div>
      <ApplianceTeeth value={value} onChange={onChange} errors={errors} names={names} />
      <div className={css.prescriptionGrid}>
        {names.map((name) => (
          <ApplianceInput key={name} name={name} value={value} onChange={onChange} errors={errors} />
        ))}
      </div>
      {names.includes('contacts') && (
        <ContactsField
          value={value.contacts}
          arches={archesOf(value.arch)}
          onChange={(contacts) => onChange({ ...value, contacts })}
        />
      )}
      <Textarea
        label={t('fields.noteAll')}
        data-field="note"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={value.note}
        onChange={(event) => onChange({ ...value, note: event.currentTarget.value })}
        error={errors.note}
      />
    </div>
  )
}

const looks = {
  teeth: 'bracket',
  clasps: 'bracket',
  fixedTeeth: 'crown',
  extracted: 'missing',
} as const satisfies Partial<Record<ApplianceField, ToothLook>>

type NamedFields = FormProps & { names: readonly ApplianceField[] }

function ApplianceTeeth({ value, onChange, errors, names }: NamedFields) {
  const words = usePrescriptionWords()
  const lists = Object.entries(looks)
    .filter(([name]) => names.includes(name as ApplianceField))
    .map(
      ([name, look]): TeethList => ({
        name,
        look,
        label: words.field(name),
        teeth: value[name as keyof typeof looks],
      }),
    )
  return (
    <TeethLists
      lists={lists}
      arches={archesOf(value.arch)}
      error={errors.teeth}
      onChange={(name, teeth) => onChange({ ...value, [name]: teeth })}
    />
  )
}

const wordNames: readonly string[] = ['bracketBrand', 'bracketHeight', 'wire']

function ApplianceInput({ name, value, onChange, errors }: FormProps & { name: ApplianceField }) {
  const set = (given: unknown) => onChange({ ...value, [name]: given })
  const told = value[name]
  if (Object.hasOwn(prescriptionChoices, name))
    return (
      <ChoiceField
        name={name as ChoiceName}
        value={told as string | null}
        error={errors[name]}
        onChange={set}
      />
    )
  if (name === 'attachmentsFromStage' && value.attachments !== 'from_stage') return null
  if (Object.hasOwn(prescriptionMeasures, name))
    return (
      <MeasureField
        name={name as MeasureName}
        value={told as number | null}
        error={errors[name]}
        onChange={set}
      />
    )
  if (!wordNames.includes(name)) return null
  return (
    <WordField
      name={name}
      maxLength={60}
      value={told as string}
      error={errors[name]}
      onChange={(text) => set(text ?? '')}
    />
  )
}
