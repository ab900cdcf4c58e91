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
 * - `initial`: all fields of the schema with their start values.
 * - `draft`: name of the draft that keeps the input in this tab; leave it out for input that is not worth keeping.
 * - `secrets`: fields that are never kept (passwords).
 * - `check`: rules beyond the schema, as field → key of `fields`.
 */
export type FormOptions<V extends Values> = {
  initial: V
  draft?: string
  secrets?: readonly (keyof V & string)[]
  check?: (values: V) => Readonly<Record<string, FieldKey | undefined>>
}

/** The part of a form that its fields use. */
export type FieldsForm<V extends Values> = Pick<
  ContractForm<V, unknown>,
  'values' | 'errors' | 'getInputProps' | 'setFieldValue'
>

// For an empty field these are replaced by `required`.
const formats: readonly FieldKey[] = ['email', 'mobile', 'six_digits', 'password_length', 'pattern']

/**
 * A form with a schema of the contract: the rules of the server, with messages of `fields.*`. `getInputProps` marks required
 * fields. The draft is kept until `forgetDraft`, so that a reload loses nothing.
 * @returns the Mantine form; `submit(send)` for `onSubmit`, `showFields` for the server's field messages
 */
export function useContractForm<V extends Values, Out>(
  options: FormOptions<V> & { schema: FormSchema<V, Out> },
) {
  const t = useTexts('fields')
  // Fields whose errors came from `validate`, not from the server.
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
  const forgetDraft = useKeptValues(form, options)

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

  // Whether a text or day may not be empty. A choice among options is never empty.
  function isRequired(field: string): boolean {
    const value = form.values[field]
    if (typeof value !== 'string' && value !== null) return false
    const emptied = { ...form.values, [field]: value === null ? null : '' }
    const key = readKeys(emptied)[field]
    return key === undefined ? options.check?.(emptied)[field] !== undefined : key !== 'choice'
  }

  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] as never)?.focus()

  const showFields = (messages: Record<string, string>) => {
    // Some calls have their fields in a part of the body: `draft.patientName`.
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

  // A form may have several submit handlers; one runs at a time.
  const run = useSingleFlight((send: (output: Out, values: V) => unknown, output: Out, values: V) =>
    send(output, values),
  )
  const submit = (send: (output: Out, values: V) => unknown) =>
    form.onSubmit((values) => {
      const result = z.safeParse(options.schema, values)
      return result.success ? run(send, result.data, values) : undefined
    }, focusFirst)

  return { ...form, submit, showFields, forgetDraft }
}

/** Keeps the input in this tab and restores it. @returns deletes the draft */
function useKeptValues<V extends Values>(
  form: { values: V; setValues: (values: V) => void },
  options: { initial: V; draft?: string; secrets?: readonly string[] },
): () => void {
  const key = useDraftKey(options.draft)
  const start = useRef({ options, setValues: form.setValues })
  useEffect(() => {
    const { options, setValues } = start.current
    const kept = key ? readStored<Values>(key, 'session') : undefined
    // The form may no longer have all fields of an old draft.
    if (kept)
      setValues(Object.fromEntries(Object.entries(kept).filter(([name]) => name in options.initial)) as V)
  }, [key])

  const kept = JSON.stringify(withoutSecrets(form.values, options.secrets ?? []))
  const untouched = useRef(kept)
  useEffect(() => {
    if (key) writeStored(key, kept === untouched.current ? undefined : JSON.parse(kept), 'session')
  }, [key, kept])

  return useCallback(() => {
    if (key) writeStored(key, undefined, 'session')
  }, [key])
}

const withoutSecrets = (values: Values, secrets: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)))
