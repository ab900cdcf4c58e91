import { Stack } from '@mantine/core'
import {
  type ApplianceField,
  applianceFields,
  appliances,
  listFieldsOfAligners,
  type OrthodonticPrescription,
} from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ContactsField } from './ContactsField.tsx'
import { isChoice, isMeasure } from './facts.ts'
import { ChoiceField, CodeSelect, fieldOf, MeasureField, NoteField, ShortTextField } from './fields.tsx'
import css from './PrescriptionForm.module.css'
import { type TeethList, TeethLists } from './TeethLists.tsx'
import { archesOf } from './tooth-marks.ts'
import { usePrescriptionWords } from './words.ts'

type FormProps = {
  value: OrthodonticPrescription
  onChange: (next: OrthodonticPrescription) => void
  errors: Readonly<Record<string, string>>
}

/** The form of an orthodontic appliance: its kind, its arch, and the fields of that kind. */
export function OrthodonticForm(props: FormProps) {
  const { value, onChange, errors } = props
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const field = fieldOf(value, errors, onChange)
  const names: readonly ApplianceField[] = value.appliance === null ? [] : applianceFields[value.appliance]
  return (
    <Stack gap={16}>
      <div className={css.grid}>
        <CodeSelect
          {...field('appliance')}
          isRequired
          options={appliances.map((code) => ({ value: code, label: words.appliance(code) }))}
        />
        <ChoiceField {...field('arch')} isRequired />
      </div>
      <ApplianceTeeth {...props} names={names} />
      <div className={css.grid}>
        {names.map((name) => (
          <ApplianceInput key={name} {...props} name={name} />
        ))}
      </div>
      {names.includes('contacts') && (
        <ContactsField
          value={value.contacts}
          arches={archesOf(value.arch)}
          onChange={(contacts) => onChange({ ...value, contacts })}
        />
      )}
      <NoteField {...field('note')} label={t('fields.noteAll')} />
    </Stack>
  )
}

const looks = [
  { name: 'teeth', look: 'bracket' },
  { name: 'clasps', look: 'bracket' },
  { name: 'fixedTeeth', look: 'crown' },
  { name: 'extracted', look: 'missing' },
] as const

function ApplianceTeeth(props: FormProps & { names: readonly ApplianceField[] }) {
  const { value, onChange, errors, names } = props
  const words = usePrescriptionWords()
  const lists = looks
    .filter(({ name }) => names.includes(name))
    .map(({ name, look }): TeethList => ({ name, look, label: words.field(name), teeth: value[name] }))
  return (
    <TeethLists
      lists={lists}
      arches={archesOf(value.arch)}
      error={errors.teeth}
      onChange={(name, teeth) => onChange({ ...value, [name]: teeth })}
    />
  )
}

const isRequired = (value: OrthodonticPrescription, name: string) =>
  value.appliance === 'aligners' && listFieldsOfAligners(value).some((one) => one === name)

const wordNames: readonly string[] = ['bracketBrand', 'bracketHeight', 'wire']

function ApplianceInput({ name, value, onChange, errors }: FormProps & { name: ApplianceField }) {
  const field = fieldOf(value, errors, onChange)(name)
  const fieldValue = field.value
  if (isChoice(name))
    return (
      <ChoiceField
        {...field}
        name={name}
        value={fieldValue as string | null}
        isRequired={isRequired(value, name)}
      />
    )
  if (name === 'attachmentsFromStage' && value.attachments !== 'from_stage') return null
  if (isMeasure(name)) return <MeasureField {...field} name={name} value={fieldValue as number | null} />
  if (!wordNames.includes(name)) return null
  return (
    <ShortTextField
      {...field}
      maxLength={60}
      value={fieldValue as string}
      onChange={(text) => field.onChange(text ?? '')}
    />
  )
}
