import { Textarea } from '@mantine/core'
import { type RemovablePrescription, removableKinds, type Tooth } from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { ChoiceField, CodeSelect, MeasureField, WordField } from './fields.tsx'
import { archesOf } from './OrthodonticForm.tsx'
import css from './PrescriptionForm.module.css'
import { ShadeFields } from './ShadeFields.tsx'
import { TeethLists } from './TeethLists.tsx'
import { usePrescriptionWords } from './words.ts'

type FormProps = {
  value: RemovablePrescription
  onChange: (next: RemovablePrescription) => void
  errors: Readonly<Record<string, string>>
}

const partials: readonly RemovablePrescription['kind'][] = [
  'partial',
  'flexible',
  'immediate',
  'repair',
  'addition',
]

const plain = ['postDam', 'occlusalScheme', 'rimLines', 'nameInDenture'] as const

/** A denture at one stage of its way: kind, arch and stage, base and teeth. */
export function RemovableForm(props: FormProps) {
  const { value, onChange, errors } = props
  const t = useTexts('prescription')
  const set = (name: keyof RemovablePrescription) => (given: unknown) => onChange({ ...value, [name]: given })
  return (
    <div className={css.prescriptionPlain}>
      <BaseFields {...props} />
      <ShadeFields
        value={value.shade}
        hasStump={false}
        errors={{ body: errors['shade.body'] }}
        onChange={(change) => onChange({ ...value, shade: { ...value.shade, ...change } })}
      />
      {partials.includes(value.kind) && <PartialFields {...props} />}
      <div className={css.prescriptionGrid}>
        {plain.map((name) => (
          <ChoiceField key={name} name={name} value={value[name]} error={errors[name]} onChange={set(name)} />
        ))}
        <MeasureField
          name="verticalMm"
          value={value.verticalMm}
          error={errors.verticalMm}
          onChange={set('verticalMm')}
        />
      </div>
      <Textarea
        label={t('fields.noteAll')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1000}
        value={value.note}
        onChange={(event) => set('note')(event.currentTarget.value)}
        error={errors.note}
      />
    </div>
  )
}

/** What every denture has: kind, arch, stage, base, tooth mould. */
function BaseFields({ value, onChange, errors }: FormProps) {
  const words = usePrescriptionWords()
  const set = (name: keyof RemovablePrescription) => (given: unknown) => onChange({ ...value, [name]: given })
  return (
    <div className={css.prescriptionGrid}>
      <CodeSelect
        name="kind"
        isRequired
        value={value.kind}
        error={errors.kind}
        options={removableKinds.map((code) => ({ value: code, label: words.kind(code) }))}
        onChange={set('kind')}
      />
      <ChoiceField name="arch" isRequired value={value.arch} error={errors.arch} onChange={set('arch')} />
      {(['stage', 'base', 'baseShade'] as const).map((name) => (
        <ChoiceField key={name} name={name} value={value[name]} error={errors[name]} onChange={set(name)} />
      ))}
      <WordField
        name="toothMould"
        maxLength={60}
        value={value.toothMould}
        error={errors.toothMould}
        onChange={(text) => set('toothMould')(text ?? '')}
      />
    </div>
  )
}

/** Of a partial denture: the teeth it replaces, its clasps and rests. */
function PartialFields({ value, onChange }: FormProps) {
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
    onChange({ ...value, clasps: teeth.map(known) })
  }
  return (
    <>
      <TeethLists lists={lists} arches={archesOf(value.arch)} onChange={setTeeth} />
      <div className={css.prescriptionGrid}>
        {value.clasps.map(({ tooth, form }) => (
          <ChoiceField
            key={tooth}
            name="claspForm"
            label={t('claspOn', { tooth: words.tooth(tooth) })}
            value={form}
            onChange={(code) =>
              onChange({
                ...value,
                clasps: value.clasps.map((clasp) =>
                  clasp.tooth === tooth ? { tooth, form: code as typeof form } : clasp,
                ),
              })
            }
          />
        ))}
        {(['kennedy', 'majorConnector'] as const).map((name) => (
          <ChoiceField
            key={name}
            name={name}
            value={value[name]}
            onChange={(code) => onChange({ ...value, [name]: code })}
          />
        ))}
      </div>
    </>
  )
}
