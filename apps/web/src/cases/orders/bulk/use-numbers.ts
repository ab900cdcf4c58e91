import { ExpressNumber, type Order } from '@pontic/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTexts } from '../../../frame/i18n.tsx'
import { isNumberless, suggestCarrier } from '../shipping.ts'

/**
 * Returns the state of the tracking numbers of several cases. Enter moves to the next number, as after a scan, and submits after the
 * last one.
 */
export function useNumbers(open: readonly Order[]) {
  const fields = useTexts('fields')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [typedCarrier, setTypedCarrier] = useState<string>()
  const [isAsking, setAsking] = useState(false)
  const inputs = useRef(new Map<string, HTMLInputElement>())
  const errorOf = (id: string) => {
    const text = values[id] ?? ''
    return isNumberless(text) || ExpressNumber.safeParse(text).success ? undefined : fields('express_number')
  }
  const show = (id: string) =>
    setErrors(({ [id]: _, ...others }) => {
      const error = errorOf(id)
      return error === undefined ? others : { ...others, [id]: error }
    })
  const focus = (id: string | undefined) => (id === undefined ? undefined : inputs.current.get(id))?.focus()
  const onKeyDown = (id: string | undefined) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const next = open[open.findIndex((order) => order.id === id) + 1]
    // The last Enter submits the form.
    if (next === undefined) return
    event.preventDefault()
    focus(next.id)
  }
  return {
    values,
    carrier: {
      value: typedCarrier ?? suggestCarrier(Object.values(values)),
      onChange: setTypedCarrier,
      onKeyDown: onKeyDown(undefined),
    },
    isAsking,
    /** Returns whether the numbers can be sent. Empty ones have to be confirmed by a second submit. */
    check: (): boolean => {
      const wrong = open.filter(({ id }) => errorOf(id) !== undefined)
      for (const { id } of open) show(id)
      if (wrong.length > 0) focus(wrong[0]?.id)
      else if (open.some(({ id }) => isNumberless(values[id] ?? '')) && !isAsking) setAsking(true)
      else return true
      return false
    },
    /** Returns the props of a case's field. */
    fieldOf: (order: Order) => ({
      ref: (input: HTMLInputElement | null) => {
        if (input) inputs.current.set(order.id, input)
        else inputs.current.delete(order.id)
      },
      value: values[order.id] ?? '',
      error: errors[order.id],
      enterKeyHint: order === open.at(-1) ? ('done' as const) : ('next' as const),
      'data-autofocus': order === open[0] || undefined,
      onChange: (text: string) => setValues((before) => ({ ...before, [order.id]: text })),
      onBlur: () => show(order.id),
      onKeyDown: onKeyDown(order.id),
    }),
  }
}
