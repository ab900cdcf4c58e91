import { Email, NewPassword } from '@pontic/contract'
import * as z from 'zod/mini'

/** Schema of a required text. It does not trim, because a password may begin or end with a space. */
export const RequiredText = z.string().check(z.minLength(1, 'required'))

/** Schema of a required email address, with different errors for an empty and an invalid address. */
export const RequiredEmail = z.pipe(RequiredText, Email)

/** Schema of a new password that may be empty. */
export const OptionalPassword = z.string().check(({ value, issues }) => {
  const key = value === '' ? undefined : NewPassword.safeParse(value).error?.issues[0]?.message
  if (key) issues.push({ code: 'custom', message: key, input: value })
})
