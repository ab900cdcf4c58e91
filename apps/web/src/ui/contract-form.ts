import { useForm } from '@mantine/form'
import { fieldMessages } from '@pontic/contract'
import { type FormEvent, useCallback, useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../i18n.tsx'
import { readStored, writeStored } from './stored.ts'

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
  check?: (
    values: V,
  ) => Partial<Record<keyof V & string, Parameters<ReturnType<typeof useTexts<'fields'>>>[0]>>
}) {
  const t = useTexts('fields')
  const key = options.draft && `pontic.draft.${options.draft}`
  const start = useRef({ ...options.initial, ...(key ? readStored<Partial<V>>(key, 'session') : {}) } as V)
  const form = useForm<V>({
    initialValues: start.current,
    validate: (values) => judge(values),
  })

  function judge(values: V): Record<string, string> {
    const result = z.safeParse(options.schema, values)
    const keys = { ...options.check?.(values), ...(result.success ? {} : fieldMessages(result.error.issues)) }
    return Object.fromEntries(
      Object.entries(keys).flatMap(([path, message]) => (message ? [[path, t(message as 'required')]] : [])),
    )
  }

  const kept = JSON.stringify(withoutSecrets(form.values, options.secrets ?? []))
  useEffect(() => {
    if (key) writeStored(key, JSON.parse(kept), 'session')
  }, [key, kept])

  const showFields = useCallback(
    (fields: Record<string, string>) => {
      form.setErrors(fields)
      focusField(form.getInputNode(Object.keys(fields)[0] as never))
    },
    [form],
  )

  const submit = (send: (output: Out, values: V) => unknown) => (event?: FormEvent<HTMLFormElement>) =>
    form.onSubmit(
      (values) => {
        const result = z.safeParse(options.schema, values)
        return result.success ? Promise.resolve(send(result.data, values)) : undefined
      },
      (errors) => focusField(form.getInputNode(Object.keys(errors)[0] as never)),
    )(event)

  return { ...form, submit, showFields, forgetDraft: () => key && writeStored(key, undefined, 'session') }
}

const withoutSecrets = (values: Values, secrets: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !secrets.includes(name)))

const focusField = (field: HTMLElement | null) => field?.focus()
