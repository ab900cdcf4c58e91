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
 * A form judged by a schema of the contract: the same rules as the server's, the messages from our catalogue (`fields.*`).
 * What was typed is kept in this tab under `draft` until `forgetDraft`, so that a reload or a wrong press loses nothing.
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
  check?: (values: V) => Partial<Record<keyof V & string, FieldKey | undefined>>
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

  function judge(values: V): Record<string, string> {
    const result = z.safeParse(options.schema, values, { reportInput: true })
    const keys = { ...options.check?.(values), ...(result.success ? {} : fieldMessages(result.error.issues)) }
    return Object.fromEntries(
      Object.entries(keys).flatMap(([path, message]) => (message ? [[path, t(message as 'required')]] : [])),
    )
  }

  const focusFirst = (errors: object) => form.getInputNode(Object.keys(errors)[0] as never)?.focus()

  const showFields = (fields: Record<string, string>) => {
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
