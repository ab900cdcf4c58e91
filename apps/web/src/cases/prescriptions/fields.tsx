import { NativeSelect, TextInput } from '@mantine/core'
import {
  type ChoiceName,
  type MeasureName,
  prescriptionChoices,
  prescriptionMeasures,
  type ShadeCode,
  type ShadeGuide,
  shadeGuideNames,
  shadeGuides,
} from '@pontic/contract'
import { useTexts } from '../../frame/i18n.tsx'
import { usePrescriptionWords } from './words.ts'

const various = '~'

/** What every field is told. `value` undefined: the chosen teeth differ in it. */
type FieldProps<Value> = {
  value: Value | null | undefined
  onChange: (value: Value | null) => void
  error?: string | undefined
  label?: string
  /** Name by which a list of what is missing finds it. */
  name: string
}

type Option = { value: string; label: string }

/** One of some codes, or nothing; the browser's own list, quick by keys and on a phone a wheel. */
export function CodeSelect<Code extends string>(
  props: FieldProps<Code> & {
    options: readonly (Option | { group: string; items: Option[] })[]
    isDisabled?: boolean
    isRequired?: boolean
  },
) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const differs = props.value === undefined
  return (
    <NativeSelect
      label={props.label ?? words.field(props.name)}
      data-field={props.name}
      value={differs ? various : (props.value ?? '')}
      onChange={(event) => {
        const code = event.currentTarget.value
        if (code !== various) props.onChange((code || null) as Code | null)
      }}
      disabled={props.isDisabled ?? false}
      withAsterisk={props.isRequired ?? false}
      error={props.error}
      data={[
        { value: '', label: t('open') },
        ...(differs ? [{ value: various, label: t('various') }] : []),
        ...props.options.map((one) => one as Option),
      ]}
    />
  )
}

/** A field of the contract's choices. */
export function ChoiceField<Name extends ChoiceName>(
  props: Omit<FieldProps<string>, 'name'> & { name: Name; isRequired?: boolean },
) {
  const words = usePrescriptionWords()
  const options = prescriptionChoices[props.name].map((code) => ({
    value: code,
    label: words.option(props.name, code),
  }))
  return <CodeSelect {...props} options={options} />
}

/** A number within the contract's bounds. */
export function MeasureField(props: Omit<FieldProps<number>, 'name'> & { name: MeasureName }) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  const { min, max, step } = prescriptionMeasures[props.name]
  return (
    <TextInput
      type="number"
      inputMode="decimal"
      label={props.label ?? words.field(props.name)}
      data-field={props.name}
      min={min}
      max={max}
      step={step}
      placeholder={props.value === undefined ? t('various') : ''}
      value={props.value ?? ''}
      onChange={(event) => {
        const { valueAsNumber } = event.currentTarget
        props.onChange(Number.isNaN(valueAsNumber) ? null : valueAsNumber)
      }}
      error={props.error}
    />
  )
}

/** A word or a note. */
export function WordField(props: FieldProps<string> & { maxLength: number }) {
  const t = useTexts('prescription')
  const words = usePrescriptionWords()
  return (
    <TextInput
      label={props.label ?? words.field(props.name)}
      data-field={props.name}
      autoComplete="off"
      maxLength={props.maxLength}
      placeholder={props.value === undefined ? t('various') : ''}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      error={props.error}
    />
  )
}

/** A shade of any guide, or of one. */
export function ShadeCodeSelect(props: FieldProps<ShadeCode> & { guide?: ShadeGuide; isRequired?: boolean }) {
  const words = usePrescriptionWords()
  const itemsOf = (guide: ShadeGuide) => shadeGuides[guide].map((code) => ({ value: code, label: code }))
  const { guide, ...rest } = props
  const options =
    guide === undefined
      ? shadeGuideNames.map((name) => ({ group: words.guide(name), items: itemsOf(name) }))
      : itemsOf(guide)
  return <CodeSelect {...rest} options={options} />
}
