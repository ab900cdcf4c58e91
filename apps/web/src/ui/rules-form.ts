import { useState } from 'react'
import * as z from 'zod/mini'
import { type ContractForm, type FormOptions, type FormSchema, useContractForm } from './contract-form.ts'

/** Schemas of fields by name, such as the shape of a call's body. */
export type Rules = Readonly<Record<string, z.ZodMiniType>>

// A select whose initial value is empty has the value '' until the user chooses.
type Typed<T, Start> = '' extends Start ? Exclude<T, undefined> | '' : Exclude<T, undefined>

/** Initial values of some of the fields. */
export type StartOf<R extends Rules> = {
  readonly [P in keyof R]?: Exclude<z.input<R[P]>, undefined> | '' | undefined
}
/** Values of the fields that have an initial value. */
export type ValuesOf<R extends Rules, I> = { [P in keyof I & keyof R & string]: Typed<z.input<R[P]>, I[P]> }
/** Values of the fields, parsed by their schemas. */
export type OutputOf<R extends Rules, I> = {
  [P in keyof I & keyof R & string]: Exclude<z.output<R[P]>, undefined>
}
/** A form with a field for each initial value. */
export type RulesForm<R extends Rules, I> = ContractForm<ValuesOf<R, I>, OutputOf<R, I>>

/** Calls {@link useContractForm} with the fields of `initial` and their schemas in `rules`. */
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
