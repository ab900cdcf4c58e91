import { useForm } from '@mantine/form'
import { type FieldKey, fieldMessages } from '@pontic/contract'
import { useCallback, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../frame/i18n.tsx'
import { readStored, writeStored } from '../frame/stored.ts'
import { useDraftKey } from './use-draft.ts'
import { useSingleFlight } from './use-single-flight.ts'

type Values = Record<string, unknown>

/** A schema of the contract whose input is an object of fields. */
export type FormSchema<V extends Values, Out> = z.ZodMiniType<Out, V>

export type ContractForm<V extends Values, Out> = ReturnType<typeof useContractForm<V, Out>>

/**
 * Options of a form.
 * - `initial`: all fields of the schema with their initial values.
 * - `draft`: name under which the input is stored in this tab. Without it the input is not stored.
 * - `secrets`: fields that are never stored, such as passwords.
 * - `check`: rules beyond the schema. It returns the message key under `fields` for each invalid field.
 */
export type FormOptions<V extends Values> = {
  initial: V
  draft?: string
  secrets?: readonly (keyof V & string)[]
  check?: (values: V) => Readonly<Record<string, FieldKey | undefined>>
}

/** The properties of a form that its fields use. */
export type FieldsForm<V extends Values> = Pick<
  ContractForm<V, unknown>,
  'values' | 'errors' | 'getInputProps' | 'setFieldValue'
>

// An empty field gets the message `required` instead of these.
const formats: readonly FieldKey[] = ['email', 'mobile', 'six_digits', 'password_length', 'pattern']

/**
 * Creates a form with a schema of the contract, so that it has the rules of the server. Its messages are
 * the texts under `fields` in the catalogue.
 * `getInputProps` marks required fields. The draft is stored until `deleteDraft`, so that a reload loses no input.
 * @returns the Mantine form; pass `submit(send)` as `onSubmit`, and the server's field messages to `showFields`
 */
export function useContractForm<V extends Values, Out>(
  options: FormOptions<V> & { schema: FormSchema<V, Out> },
) {
  const t = useTexts('fields')
  // Fields whose errors come from `validate` and not from the server.
  const ownErrors = useRef<readonly string[]>([])
  const latest = useRef<(values: V) => void>(undefined)
  const form = useForm<V>({
    initialValues: options.initial,
    validate: (values) => {
      const found = validate(values)
      ownErrors.current = Object.keys(found)
      return found
    },
    onValuesChange: (values) => latest.current?.(values),
    enhanceGetInputProps: ({ field }) =>
      isRequired(String(field)) ? { withAsterisk: true, 'aria-required': true } : {},
  })
  // Changing one field may clear the error of another, as with repeated passwords.
  latest.current = (values) => {
    if (ownErrors.current.length === 0) return
    const found = validate(values)
    const settled = ownErrors.current.filter((path) => found[path] === undefined)
    ownErrors.current = ownErrors.current.filter((path) => found[path] !== undefined)
    for (const path of settled) form.clearFieldError(path)
  }
  const deleteDraft = useDraftValues(form, options)

  const readKeys = (values: V): Record<string, FieldKey | undefined> => {
    const result = z.safeParse(options.schema, values, { reportInput: true })
    return result.success ? {} : fieldMessages(result.error.issues)
  }

  const validate = (values: V): Record<string, string> =>
    Object.fromEntries(
      Object.entries({ ...options.check?.(values), ...readKeys(values) }).flatMap(([path, key]) =>
        key ? [[path, t(values[path] === '' && formats.includes(key) ? 'required' : key)]] : [],
      ),
    )

  // Returns whether a text or day is required, by validating the form with this field empty. A choice is marked by
  // its own component.
  function isRequired(field: string): boolean {
    const value = form.values[field]
    if (typeof value !== 'string' && value !== null) return false
    const emptied = { ...form.values, [field]: value === null ? null : '' }
    const key = readKeys(emptied)[field]
    return key === undefined ? options.check?.(emptied)[field] !== undefined : key !== 'choice'
  }

  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] as never)?.focus()

  const showFields = (messages: Record<string, string>) => {
    // Some calls have their fields in an object of the body: `draft.patientName`.
    const fields = Object.fromEntries(
      Object.entries(messages).map(([path, text]) => [
        path in options.initial ? path : path.replace(/^draft\./, ''),
        text,
      ]),
    )
    ownErrors.current = []
    form.setErrors(fields)
    focusFirst(fields)
  }

  // A form may have several submit handlers. Only one of them runs at a time.
  const run = useSingleFlight((send: (output: Out, values: V) => unknown, output: Out, values: V) =>
    send(output, values),
  )
  const submit = (send: (output: Out, values: V) => unknown) =>
    form.onSubmit((values) => {
      const result = z.safeParse(options.schema, values)
      return result.success ? run(send, result.data, values) : undefined
    }, focusFirst)

  return { ...form, submit, showFields, deleteDraft }
}

/** Stores the input in this tab and restores it after a reload. @returns a function that deletes the draft */
function useDraftValues<V extends Values>(
  form: { values: V; setValues: (values: V) => void },
  options: { initial: V; draft?: string; secrets?: readonly string[] },
): () => void {
  const key = useDraftKey(options.draft)
  const start = useRef({ options, setValues: form.setValues })
  useEffect(() => {
    const { options, setValues } = start.current
    const stored = key ? readStored<Values>(key, 'session') : undefined
    // The form may no longer have all fields of an old draft.
    if (stored)
      setValues(Object.fromEntries(Object.entries(stored).filter(([name]) => name in options.initial)) as V)
  }, [key])

  const json = JSON.stringify(withoutSecrets(form.values, options.secrets ?? []))
  const untouched = useRef(json)
  useEffect(() => {
    if (key) writeStored(key, json === untouched.current ? undefined : JSON.parse(json), 'session')
  }, [key, json])

  return useCallback(() => {
    if (key) writeStored(key, undefined, 'session')
  }, [key])
}

const withoutSecrets = (values: Values, secrets: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)))
