import { CloseButton, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
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
import { type ReactNode, useId } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import css from './PrescriptionForm.module.css'
import { usePrescriptionWords } from './words.ts'

/** The value of the option that is shown if the selected teeth have different values. */
const mixedValue = '~'

/** Props of every field. `value` is undefined if the selected teeth have different values. */
type FieldProps<Value> = {
  value: Value | null | undefined
  onChange: (value: Value | null) => void
  error?: string | undefined
  label?: string
  /** The name in the contract, by which the list of missing values finds the field. */
  name: string
}

type Option = { value: string; label: string }

/** Selects one code or none, in a native select. */
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
      value={differs ? mixedValue : (props.value ?? '')}
      onChange={(event) => {
        const code = event.currentTarget.value
        if (code !== mixedValue) props.onChange((code || null) as Code | null)
      }}
      disabled={props.isDisabled ?? false}
      withAsterisk={props.isRequired ?? false}
      error={props.error}
      data={[
        { value: '', label: t('open') },
        ...(differs ? [{ value: mixedValue, label: t('various') }] : []),
        ...props.options,
      ]}
    />
  )
}

/** Selects a value among the contract's choices for a field. */
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

/** Edits a number within the contract's bounds. */
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

/** Edits a text of one line. */
export function ShortTextField(props: FieldProps<string> & { maxLength: number }) {
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

/** Selects a shade of one guide, or of any guide if `guide` is undefined. */
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

/** Edits a note of several lines. @param props.rows the minimum and maximum number of visible lines; default 2 and 6 */
export function NoteField(props: {
  label: string
  value: string
  onChange: (text: string) => void
  error: string | undefined
  rows?: readonly [number, number]
  maxLength?: number
}) {
  const { onChange, rows: [minRows, maxRows] = [2, 6], maxLength = 1000, ...field } = props
  return (
    <Textarea
      {...field}
      data-field="note"
      autosize
      minRows={minRows}
      maxRows={maxRows}
      maxLength={maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Returns a function that creates the props of the field for a property of `value`. */
export const fieldOf =
  <Value extends object>(
    value: Value,
    errors: Readonly<Record<string, string | undefined>>,
    onChange: (next: Value) => void,
  ) =>
  <Name extends keyof Value & string>(name: Name) => ({
    name,
    value: value[name],
    error: errors[name],
    onChange: (changed: unknown) => onChange({ ...value, [name]: changed }),
  })

/** A panel that opens inside a form. A second dialog would cover the form. */
export function InlinePanel(props: { title: string; onClose: () => void; children: ReactNode }) {
  const t = useTexts('ui')
  const id = useId()
  return (
    <Stack component="section" gap={12} className={css.inline} aria-labelledby={id}>
      <Group component="header" justify="space-between">
        <h3 id={id} className={css.panelTitle}>
          {props.title}
        </h3>
        <CloseButton aria-label={t('close')} onClick={props.onClose} />
      </Group>
      {props.children}
    </Stack>
  )
}
