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

/** What fields need of the form that they are in. */
export type FieldsForm<V extends Values> = Pick<
  ContractForm<V, unknown>,
  'values' | 'errors' | 'getInputProps' | 'setFieldValue'
>

// What these say of an empty field is that it is empty.
const formats: readonly FieldKey[] = ['email', 'mobile', 'six_digits', 'password_length', 'pattern']

/**
 * A form checked by a schema of the contract: the same rules as the server's, the messages from our catalogue (`fields.*`).
 * `getInputProps` marks the fields that may not be empty. What was typed is kept in this tab under `draft` until `forgetDraft`, so that a reload or a wrong press loses nothing.
 *
 * @param options.initial every field of the schema with its start value
 * @param options.draft name of the draft; leave it out for forms with nothing worth keeping
 * @param options.secrets fields that are never kept (passwords)
 * @param options.check rules beyond the schema: field → key of `fields`, or undefined
 * @returns the Mantine form; `submit(send)` as the form's onSubmit, `showFields` for the server's field messages
 */
export function useContractForm<V extends Values, Out>(options: {
  schema: FormSchema<V, Out>
  initial: V
  draft?: string
  secrets?: readonly (keyof V & string)[]
  check?: (values: V) => Readonly<Record<string, FieldKey | undefined>>
}) {
  const t = useTexts('fields')
  // Fields whose errors came from `judge`, not from the server.
  const judged = useRef<readonly string[]>([])
  const latest = useRef<(values: V) => void>(undefined)
  const form = useForm<V>({
    initialValues: options.initial,
    validate: (values) => {
      const found = judge(values)
      judged.current = Object.keys(found)
      return found
    },
    onValuesChange: (values) => latest.current?.(values),
    enhanceGetInputProps: ({ field }) =>
      isNeeded(String(field)) ? { withAsterisk: true, 'aria-required': true } : {},
  })
  // An error goes with what it was about, also where another field was changed: both passwords are the same again.
  latest.current = (values) => {
    if (judged.current.length === 0) return
    const found = judge(values)
    const settled = judged.current.filter((path) => found[path] === undefined)
    judged.current = judged.current.filter((path) => found[path] !== undefined)
    for (const path of settled) form.clearFieldError(path)
  }
  const forgetDraft = useKeptValues(form, options)

  const readKeys = (values: V): Record<string, FieldKey | undefined> => {
    const result = z.safeParse(options.schema, values, { reportInput: true })
    return result.success ? {} : fieldMessages(result.error.issues)
  }

  const judge = (values: V): Record<string, string> =>
    Object.fromEntries(
      Object.entries({ ...options.check?.(values), ...readKeys(values) }).flatMap(([path, key]) =>
        key ? [[path, t(values[path] === '' && formats.includes(key) ? 'required' : key)]] : [],
      ),
    )

  // Whether a text or a day that is left empty is refused; a choice among options is never empty.
  function isNeeded(field: string): boolean {
    const value = form.values[field]
    if (typeof value !== 'string' && value !== null) return false
    const emptied = { ...form.values, [field]: value === null ? null : '' }
    const key = readKeys(emptied)[field]
    return key === undefined ? options.check?.(emptied)[field] !== undefined : key !== 'choice'
  }

  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] as never)?.focus()

  const showFields = (told: Record<string, string>) => {
    // Some calls name their fields under a part of the body: `draft.patientName`.
    const fields = Object.fromEntries(
      Object.entries(told).map(([path, text]) => [
        path in options.initial ? path : path.replace(/^draft\./, ''),
        text,
      ]),
    )
    judged.current = []
    form.setErrors(fields)
    focusFirst(fields)
  }

  // Of all that this form can be submitted for, one runs at a time.
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

/** Keeps what is typed in this tab and brings it back. @returns forgets it, once it has been sent */
function useKeptValues<V extends Values>(
  form: { values: V; setValues: (values: V) => void },
  options: { initial: V; draft?: string; secrets?: readonly string[] },
): () => void {
  const key = useDraftKey(options.draft)
  const start = useRef({ options, setValues: form.setValues })
  useEffect(() => {
    const { options, setValues } = start.current
    const kept = key ? readStored<Values>(key, 'session') : undefined
    // Fields that the form no longer has are left behind.
    if (kept)
      setValues(Object.fromEntries(Object.entries(kept).filter(([name]) => name in options.initial)) as V)
  }, [key])

  const kept = JSON.stringify(withoutSecrets(form.values, options.secrets ?? []))
  const untouched = useRef(kept)
  useEffect(() => {
    if (key) writeStored(key, kept === untouched.current ? undefined : JSON.parse(kept), 'session')
  }, [key, kept])

  return useCallback(() => key && writeStored(key, undefined, 'session'), [key]) as () => void
}

const withoutSecrets = (values: Values, secrets: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)))
