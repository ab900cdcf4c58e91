import { memberRoutes, NewPassword, repeatedPasswordKey } from '@pontic/contract'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type FormOptions, type FormSchema, useContractForm } from '../../ui/contract-form.ts'
import { RequiredEmail, RequiredText } from '../../ui/form-fields.ts'
import { useEmailAvailability } from './use-availability.ts'
import { useCaptcha } from './use-captcha.ts'
import { type GuardedName, useGuardedSend } from './use-guarded-send.ts'

/** Schemas of the fields for the person who registers. */
export const personShape = {
  name: z.pipe(RequiredText, memberRoutes['members.register'].body.shape.name),
  email: RequiredEmail,
  password: z.pipe(RequiredText, NewPassword),
  confirm: RequiredText,
}

/** Initial values of the fields in {@link personShape}. */
export const personValues = { name: '', email: '', password: '', confirm: '' }

type PersonValues = typeof personValues & Record<string, unknown>

/**
 * Creates a form with the fields of a person who registers. It checks that the email address is available and that the
 * passwords are equal. It shows a captcha if the call requires one.
 * @param options.isEmailGiven true if the address comes from an invitation, so its availability is not checked
 */
export function useRegistrationForm<V extends PersonValues, Out, N extends GuardedName>(
  call: N,
  options: FormOptions<V> & { schema: FormSchema<V, Out>; isEmailGiven?: boolean },
) {
  const [checkedEmail, setCheckedEmail] = useState('')
  const takenEmail = useRef<string>(undefined)
  const form = useContractForm<V, Out>({
    ...options,
    check: (values) => ({
      ...options.check?.(values),
      ...(values.email === takenEmail.current ? { email: 'email_taken' as const } : {}),
      confirm: repeatedPasswordKey(values.password, values.confirm),
    }),
  })
  const { email } = form.values
  const emailState = useEmailAvailability(options.isEmailGiven ? '' : email, checkedEmail)
  takenEmail.current = emailState === 'taken' ? email : undefined
  const captcha = useCaptcha('availability')
  const { send, isBusy } = useGuardedSend(call, { captcha, form })
  return { form, send, isBusy, captcha, emailState, checkEmail: () => setCheckedEmail(email) }
}
