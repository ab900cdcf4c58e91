import { useState } from 'react'
import * as z from 'zod/mini'
import { type ContractForm, type FormOptions, type FormSchema, useContractForm } from './contract-form.ts'

/** Schemas of fields by name, such as the shape of a call's body. */
export type Rules = Readonly<Record<string, z.ZodMiniType>>

// A choice that starts empty is '' until the user chooses.
type Typed<T, Start> = '' extends Start ? Exclude<T, undefined> | '' : Exclude<T, undefined>

/** Start values of some of the fields. */
export type StartOf<R extends Rules> = {
  readonly [P in keyof R]?: Exclude<z.input<R[P]>, undefined> | '' | undefined
}
/** Values of the fields of a form that has start values for them. */
export type ValuesOf<R extends Rules, I> = { [P in keyof I & keyof R & string]: Typed<z.input<R[P]>, I[P]> }
/** Parsed values of the fields. */
export type OutputOf<R extends Rules, I> = {
  [P in keyof I & keyof R & string]: Exclude<z.output<R[P]>, undefined>
}
/** A form whose fields are those of its start values. */
export type RulesForm<R extends Rules, I> = ContractForm<ValuesOf<R, I>, OutputOf<R, I>>

/** {@link useContractForm} with the fields of `initial` and their schemas in `rules`. */
export function useRulesForm<R extends Rules, I extends StartOf<R>>({
  rules,
  initial,
  draft,
  secrets,
  check,
}: { rules: R; initial: I } & Omit<FormOptions<ValuesOf<R, NoInfer<I>>>, 'initial'>): RulesForm<R, I> {
  const [schema] = useState(() => {
    const shape = Object.fromEntries(Object.keys(initial).map((name) => [name, rules[name]!]))
    return z.strictObject(shape) as unknown as FormSchema<ValuesOf<R, I>, OutputOf<R, I>>
  })
  return useContractForm<ValuesOf<R, I>, OutputOf<R, I>>({
    schema,
    initial: initial as unknown as ValuesOf<R, I>,
    ...(draft === undefined ? {} : { draft }),
    ...(secrets ? { secrets } : {}),
    ...(check ? { check } : {}),
  })
}
