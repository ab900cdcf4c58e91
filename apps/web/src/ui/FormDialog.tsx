import type { RouteName } from '@pontic/contract'
import type { ReactNode } from 'react'
import { type Input, type Reply, useWrite, type WriteOptions } from '../frame/api.ts'
import { showNotice } from '../frame/notices.ts'
import type { FormOptions } from './contract-form.ts'
import { FormDialogFrame, useShownFailure } from './Dialog.tsx'
import { type FormField, FormFields } from './FormFields.tsx'
import { type OutputOf, type Rules, type StartOf, useRulesForm, type ValuesOf } from './rules-form.ts'

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
  /** Schemas of the fields, usually the shape of the call's body. */
  rules: R
  /** All fields with their initial values. */
  initial: I
  confirm: ReactNode | ((values: ValuesOf<R, NoInfer<I>>) => ReactNode)
  isDisabled?: boolean | ((values: ValuesOf<R, NoInfer<I>>) => boolean)
  /** Maps the fields to the call's input, by default `{ body }`. If it returns undefined, the call is not sent. */
  input?: (
    output: OutputOf<R, NoInfer<I>>,
    typed: ValuesOf<R, NoInfer<I>>,
  ) => Input<N> | undefined | Promise<Input<N> | undefined>
  /** Text above the fields. */
  lead?: ReactNode
  fields: readonly FormField<ValuesOf<R, NoInfer<I>>>[]
  /** Content below the fields. A function gets the result of `useWrite`, for example to disable a button during the call. */
  children?: ReactNode | ((write: Write<N>) => ReactNode)
  /** Text of the notice after a success. */
  done?: string | ((reply: Reply<N>, output: OutputOf<R, NoInfer<I>>) => string)
  onDone?: (reply: Reply<N>, output: OutputOf<R, NoInfer<I>>) => unknown
  /** Shows a failure in the dialog instead of a notice. */
  showsFailure?: boolean
  /** Resets the fields after a success, for a dialog that stays mounted. */
  resets?: boolean
  /** Keeps the dialog open after a success, because another step follows. */
  staysOpen?: boolean
} & Omit<FormOptions<ValuesOf<R, NoInfer<I>>>, 'initial'>

/**
 * A form in a dialog that sends one call. The contract's schemas determine required marks and error messages. While the form
 * is being sent, it cannot be sent again. After a success the dialog deletes its draft, closes and shows a notice.
 */
export function FormDialog<N extends RouteName, R extends Rules, I extends StartOf<R>>(
  props: Props<N, R, I>,
) {
  const { call, fields, confirm, isDisabled } = props
  const form = useRulesForm<R, I>(props)
  const refusal = useShownFailure()
  const write = useWrite(call, { ...props, ...(props.showsFailure ? { onFailure: refusal.show } : {}), form })
  const submit = form.submit(async (output, typed) => {
    refusal.clear()
    const input = props.input ? await props.input(output, typed) : ({ body: output } as unknown as Input<N>)
    if (input === undefined) return
    const reply = await write.send(input)
    if (reply === undefined) return
    form.deleteDraft()
    if (props.resets) form.reset()
    if (!props.staysOpen) props.onClose()
    const text = typeof props.done === 'function' ? props.done(reply, output) : props.done
    if (text !== undefined) showNotice({ level: 'info', text })
    await props.onDone?.(reply, output)
  })
  return (
    <FormDialogFrame
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
    </FormDialogFrame>
  )
}
