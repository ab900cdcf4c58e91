import { Email, NewPassword } from '@pontic/contract'
import * as z from 'zod/mini'

/** A text that may not be empty. It is not trimmed, because passwords keep their spaces. */
export const Filled = z.string().check(z.minLength(1, 'required'))

/** A required email address, with different errors for an empty and an invalid one. */
export const GivenEmail = z.pipe(Filled, Email)

/** A new password that may be empty. */
export const OptionalPassword = z.string().check(({ value, issues }) => {
  const key = value === '' ? undefined : NewPassword.safeParse(value).error?.issues[0]?.message
  if (key) issues.push({ code: 'custom', message: key, input: value })
})
