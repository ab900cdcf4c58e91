import { Email, NewPassword } from '@pontic/contract'
import * as z from 'zod/mini'

/** Something has to stand in the field; nothing is taken away from it (passwords keep their blanks). */
export const Filled = z.string().check(z.minLength(1, 'required'))

/** An address that has to be given: an empty field is told apart from a wrong address. */
export const GivenEmail = z.pipe(Filled, Email)

/** A password that may be left empty. */
export const OptionalPassword = z.string().check(({ value, issues }) => {
  const key = value === '' ? undefined : NewPassword.safeParse(value).error?.issues[0]?.message
  if (key) issues.push({ code: 'custom', message: key, input: value })
})
