import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Checkbox, NativeSelect, Switch, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { createElement, Fragment, type ReactNode } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import type { FieldsForm } from './contract-form.ts'

type Values = Record<string, unknown>

/** A field, a group of fields, or a function that renders a custom field of the form. */
export type FormField<V extends Values> =
  | FieldRow<keyof V & string>
  | FieldGroup<FormField<V>>
  | ((form: FieldsForm<V>) => ReactNode)

/** A field or group that several forms share. */
export type SharedField<Name extends string> = FieldRow<Name> | FieldGroup<SharedField<Name>>

interface FieldGroup<Field> {
  readonly legend?: string
  readonly className: string | undefined
  readonly fields: readonly Field[]
}

type FieldRow<Name extends string> = {
  readonly name: Name
  readonly label: string
  readonly help?: string | undefined
  /** Kind of the input; by default one line of text. */
  readonly as?: 'area' | 'box' | 'code' | 'email' | 'select' | 'switch'
  /** Shows "(optional)" after the label. */
  readonly isOptional?: boolean
  /** Minimum and maximum number of lines of an area. */
  readonly rows?: readonly [number, number]
  /** Options of a select. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Text that a select shows before the user chooses. */
  readonly choose?: string
  /** Replaces the form's error message. */
  readonly error?: string
  /** Focuses the field when the dialog opens. By default the first field is focused if it is a text field. */
  readonly hasFocus?: boolean
} & Pick<
  TextInputProps,
  | 'autoCapitalize'
  | 'autoComplete'
  | 'disabled'
  | 'inputMode'
  | 'maxLength'
  | 'placeholder'
  | 'spellCheck'
  | 'type'
>

/** Renders the fields of a form, with required marks and errors from its schema. */
export function FormFields<V extends Values>(props: {
  form: FieldsForm<V>
  fields: readonly FormField<V>[]
  isInner?: boolean
}) {
  // createElement passes the fields as static children, which need no keys.
  return createElement(
    Fragment,
    null,
    ...props.fields.map((field, index) => draw(props.form, field, index === 0 && !props.isInner)),
  )
}

function draw<V extends Values>(form: FieldsForm<V>, field: FormField<V>, isFirst: boolean): ReactNode {
  if (typeof field === 'function') return field(form)
  if ('name' in field) return <OneField form={form} field={field} isFirst={isFirst} />
  const inner = <FormFields form={form} fields={field.fields} isInner />
  if (field.legend === undefined) return <div className={field.className}>{inner}</div>
  return (
    <fieldset className={field.className}>
      <legend>{field.legend}</legend>
      {inner}
    </fieldset>
  )
}

const lineOf = {
  code: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  email: { type: 'email', inputMode: 'email', autoComplete: 'off' },
} as const
const areaRows = [3, 8] as const

function OneField<V extends Values>(props: {
  form: FieldsForm<V>
  field: FieldRow<keyof V & string>
  isFirst: boolean
}) {
  const t = useTexts('ui')
  const { name, label, help, as, isOptional, rows, options, choose, error, hasFocus, ...rest } = props.field
  const isBox = as === 'box' || as === 'switch'
  const field = {
    description: help,
    ...rest,
    ...((hasFocus ?? (props.isFirst && !isBox && as !== 'select')) ? { 'data-autofocus': true } : {}),
    label: isOptional ? (
      <>
        {label} <span className="meta">({t('optional')})</span>
      </>
    ) : (
      label
    ),
    ...props.form.getInputProps(name, isBox ? { type: 'checkbox' } : {}),
    ...(error === undefined ? {} : { error }),
  }
  const [minRows, maxRows] = rows ?? areaRows
  switch (as) {
    case 'area':
      return <Textarea autosize minRows={minRows} maxRows={maxRows} {...field} />
    case 'box':
      return <Checkbox {...field} />
    case 'switch':
      return <Switch {...field} />
    case 'select': {
      if (choose === undefined) return <NativeSelect data={[...(options ?? [])]} {...field} />
      const first = { value: '', label: choose, disabled: true }
      return <NativeSelect data={[first, ...(options ?? [])]} withAsterisk aria-required {...field} />
    }
    default:
      return <TextInput {...(as ? lineOf[as] : {})} {...field} />
  }
}
