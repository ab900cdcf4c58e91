import type { FieldKey, RouteName } from '@pontic/contract'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { type Input, type Reply, useWrite, type WriteOptions } from '../frame/api.ts'
import { showNotice } from '../frame/notices.ts'
import { type FormSchema, useContractForm } from './contract-form.ts'
import { FormDialog as FormFrame, useRefusal } from './Dialog.tsx'
import { type FormField, FormFields } from './FormFields.tsx'

type Rules = Readonly<Record<string, z.ZodMiniType>>

// A choice is empty until something is chosen, where it starts so.
type Typed<T, Start> = '' extends Start ? Exclude<T, undefined> | '' : Exclude<T, undefined>

type StartOf<R extends Rules> = {
  readonly [P in keyof R]?: Exclude<z.input<R[P]>, undefined> | '' | undefined
}
type ValuesOf<R extends Rules, I> = { [P in keyof I & keyof R & string]: Typed<z.input<R[P]>, I[P]> }
type OutputOf<R extends Rules, I> = { [P in keyof I & keyof R & string]: Exclude<z.output<R[P]>, undefined> }

type Write<N extends RouteName> = ReturnType<typeof useWrite<N>>

type Props<N extends RouteName, R extends Rules, I extends StartOf<R>> = Omit<WriteOptions, 'form'> & {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  isDangerous?: boolean
  isBusy?: boolean
  widthPx?: number
  footStart?: ReactNode
  call: N
  /** Schemas of the fields: the shape of the call's body. */
  rules: R
  /** Every field with its start value. */
  initial: I
  /** What the button says. */
  confirm: ReactNode | ((values: ValuesOf<R, NoInfer<I>>) => ReactNode)
  isDisabled?: boolean | ((values: ValuesOf<R, NoInfer<I>>) => boolean)
  /** Name of the draft that keeps what is typed; leave it out for forms with nothing worth keeping. */
  draft?: string
  /** Fields that no draft keeps. */
  secrets?: readonly (keyof NoInfer<I> & string)[]
  /** Rules beyond the schemas. */
  check?: (values: ValuesOf<R, NoInfer<I>>) => Readonly<Record<string, FieldKey | undefined>>
  /** What the call is given, `{ body }` with the fields unless set; undefined where it is not sent yet. */
  input?: (
    output: OutputOf<R, NoInfer<I>>,
    typed: ValuesOf<R, NoInfer<I>>,
  ) => Input<N> | undefined | Promise<Input<N> | undefined>
  /** Above the fields. */
  lead?: ReactNode
  fields: readonly FormField<ValuesOf<R, NoInfer<I>>>[]
  /** Below the fields; given the write, so that a button there is off while the form is sent. */
  children?: ReactNode | ((write: Write<N>) => ReactNode)
  /** The notice after it was done. */
  done?: string | ((reply: Reply<N>, output: OutputOf<R, NoInfer<I>>) => string)
  onDone?: (reply: Reply<N>, output: OutputOf<R, NoInfer<I>>) => unknown
  /** True where a refusal is shown in the dialog. */
  showsRefusal?: boolean
  /** True where the same dialog is opened again: it starts from the beginning. */
  resets?: boolean
  /** True where something follows in the same dialog. */
  staysOpen?: boolean
}

/**
 * A form in a dialog that is answered by one call. Schemas of the contract give its rules, marks and messages; while the
 * call runs, it can't be sent again; once it is done the draft is deleted, the dialog closes and a notice tells it.
 */
export function FormDialog<N extends RouteName, R extends Rules, I extends StartOf<R>>(
  props: Props<N, R, I>,
) {
  const { call, rules, initial, draft, secrets, check, fields, confirm, isDisabled } = props
  const [schema] = useState(() => pickRules(rules, initial))
  const form = useContractForm<ValuesOf<R, I>, OutputOf<R, I>>({
    schema,
    initial: initial as unknown as ValuesOf<R, I>,
    ...(draft === undefined ? {} : { draft }),
    ...(secrets ? { secrets } : {}),
    ...(check ? { check } : {}),
  })
  const refusal = useRefusal()
  const write = useWrite(call, { ...props, ...(props.showsRefusal ? { onFailure: refusal.show } : {}), form })
  const submit = form.submit(async (output, typed) => {
    refusal.clear()
    const input = props.input ? await props.input(output, typed) : ({ body: output } as unknown as Input<N>)
    if (input === undefined) return
    const reply = await write.send(input)
    if (reply === undefined) return
    form.forgetDraft()
    if (props.resets) form.reset()
    if (!props.staysOpen) props.onClose()
    const text = typeof props.done === 'function' ? props.done(reply, output) : props.done
    if (text !== undefined) showNotice({ level: 'info', text })
    await props.onDone?.(reply, output)
  })
  return (
    <FormFrame
      {...props}
      confirm={typeof confirm === 'function' ? confirm(form.values) : confirm}
      isDisabled={typeof isDisabled === 'function' ? isDisabled(form.values) : isDisabled}
      isBusy={write.isBusy || props.isBusy}
      onSubmit={submit}
    >
      {refusal.text}
      {typeof props.lead === 'string' ? <p>{props.lead}</p> : props.lead}
      <FormFields form={form} fields={fields} />
      {typeof props.children === 'function' ? props.children(write) : props.children}
    </FormFrame>
  )
}

/** The schema of a form that gives each of its fields. */
function pickRules<R extends Rules, I extends StartOf<R>>(rules: R, initial: I) {
  const shape = Object.fromEntries(Object.keys(initial).map((name) => [name, rules[name]!]))
  return z.strictObject(shape) as unknown as FormSchema<ValuesOf<R, I>, OutputOf<R, I>>
}
