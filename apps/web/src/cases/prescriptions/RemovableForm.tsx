import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Stack } from '@mantine/core'
import { type RemovablePrescription, removableKinds, type Tooth } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ChoiceField, CodeSelect, fieldOf, MeasureField, NoteField, ShortTextField } from './fields.tsx'
import css from './PrescriptionForm.module.css'
import { ShadeFields } from './ShadeFields.tsx'
import { TeethLists } from './TeethLists.tsx'
import { archesOf } from './tooth-marks.ts'
import { usePrescriptionWords } from './words.ts'

type FormProps = {
  value: RemovablePrescription
  onChange: (next: RemovablePrescription) => void
  errors: Readonly<Record<string, string>>
}

type ClaspForm = RemovablePrescription['clasps'][number]['form']

const partials: readonly RemovablePrescription['kind'][] = [
  'partial',
  'flexible',
  'immediate',
  'repair',
  'addition',
]

const plain = ['postDam', 'occlusalScheme', 'rimLines', 'nameInDenture'] as const

/** The form of a denture. */
export function RemovableForm(props: FormProps) {
  const { value, onChange, errors } = props
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const field = fieldOf(value, errors, onChange)
  return (
    <Stack gap={16}>
      <div className={css.grid}>
        <CodeSelect
          {...field('kind')}
          isRequired
          options={removableKinds.map((code) => ({ value: code, label: words.kind(code) }))}
        />
        <ChoiceField {...field('arch')} isRequired />
        {(['stage', 'base', 'baseShade'] as const).map((name) => (
          <ChoiceField key={name} {...field(name)} />
        ))}
        <ShortTextField
          {...field('toothMould')}
          maxLength={60}
          onChange={(text) => onChange({ ...value, toothMould: text ?? '' })}
        />
      </div>
      <ShadeFields
        value={value.shade}
        hasStump={false}
        errors={{ body: errors['shade.body'] }}
        onChange={(change) => onChange({ ...value, shade: { ...value.shade, ...change } })}
      />
      <Checkbox
        label={t('fields.teethByLab')}
        checked={value.teethByLab}
        onChange={(event) => onChange({ ...value, teethByLab: event.currentTarget.checked })}
      />
      {partials.includes(value.kind) && <PartialFields {...props} />}
      <div className={css.grid}>
        {plain.map((name) => (
          <ChoiceField key={name} {...field(name)} />
        ))}
        <MeasureField {...field('verticalMm')} />
      </div>
      <NoteField {...field('note')} label={t('fields.noteAll')} />
    </Stack>
  )
}

/** Fields of a partial denture: replaced teeth, clasps, rests, Kennedy class and major connector. */
function PartialFields({ value, onChange, errors }: FormProps) {
  const field = fieldOf(value, errors, onChange)
  const words = usePrescriptionWords()
  const t = useTexts('prescription')
  const lists = [
    { name: 'teeth', label: words.field('replaced'), look: 'pontic', teeth: value.teeth },
    {
      name: 'clasps',
      label: words.field('clasps'),
      look: 'bracket',
      teeth: value.clasps.map(({ tooth }) => tooth),
    },
    { name: 'rests', label: words.field('rests'), look: 'inlay', teeth: value.rests },
  ] as const
  const setTeeth = (name: string, teeth: Tooth[]) => {
    if (name !== 'clasps') return onChange({ ...value, [name]: teeth })
    const form = value.clasps.at(-1)?.form ?? null
    const known = (tooth: Tooth) => value.clasps.find((clasp) => clasp.tooth === tooth) ?? { tooth, form }
    onChange({ ...value, clasps: teeth.map(known), claspPlan: null })
  }
  const setForm = (tooth: Tooth, form: ClaspForm) =>
    onChange({
      ...value,
      clasps: value.clasps.map((clasp) => (clasp.tooth === tooth ? { tooth, form } : clasp)),
    })
  return (
    <>
      <TeethLists lists={lists} arches={archesOf(value.arch)} onChange={setTeeth} />
      <div className={css.grid}>
        {value.clasps.map(({ tooth, form }) => (
          <ChoiceField
            key={tooth}
            name="claspForm"
            label={t('claspOn', { tooth: words.tooth(tooth) })}
            value={form}
            onChange={(code) => setForm(tooth, code as ClaspForm)}
          />
        ))}
        {value.clasps.length === 0 && <ChoiceField {...field('claspPlan')} />}
        {(['kennedy', 'majorConnector'] as const).map((name) => (
          <ChoiceField key={name} {...field(name)} />
        ))}
      </div>
    </>
  )
}
