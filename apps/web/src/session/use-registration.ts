import { passwordDigest } from '@pontic/client'
import { businessTypes, NewPassword, routes } from '@pontic/contract'
import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../ui/contract-form.ts'
import { Filled, GivenEmail } from '../ui/form-fields.ts'
import { useEmailAvailability, useNameAvailability } from './use-availability.ts'
import { useCaptcha } from './use-captcha.ts'
import { useGuardedSend } from './use-guarded-send.ts'

const { businessType, organizationName, address, name } = routes['organizations.register'].body.shape

const RegistrationForm = z.strictObject({
  businessType,
  organizationName: z.pipe(Filled, organizationName),
  address,
  name,
  email: GivenEmail,
  password: z.pipe(Filled, NewPassword),
  confirm: Filled,
})

const start = {
  businessType: businessTypes.clinic as 1 | 2,
  organizationName: '',
  address: '',
  name: '',
  email: '',
  password: '',
  confirm: '',
}

/** The form of the registration, with what is known of name and address meanwhile. */
export type Registration = ReturnType<typeof useRegistration>

/**
 * The registration of an organization with its first administrator. What was typed is kept in this tab, passwords never.
 * @param onSent told the address that the verification mail went to
 */
export function useRegistration(onSent: (email: string) => void) {
  const [settledEmail, settleEmail] = useState('')
  const taken = useRef<{ name?: string; email?: string }>({})
  const form = useContractForm({
    schema: RegistrationForm,
    initial: start,
    draft: 'register',
    secrets: ['password', 'confirm'],
    check: ({ organizationName, email, password, confirm }) => ({
      ...(organizationName === taken.current.name ? { organizationName: 'organization_taken' as const } : {}),
      ...(email === taken.current.email ? { email: 'email_taken' as const } : {}),
      ...(confirm === password ? {} : { confirm: 'password_repeat' as const }),
    }),
  })
  const { values } = form
  const nameState = useNameAvailability(values.organizationName)
  const emailState = useEmailAvailability(values.email, settledEmail)
  taken.current = {
    ...(nameState === 'taken' ? { name: values.organizationName } : {}),
    ...(emailState === 'taken' ? { email: values.email } : {}),
  }
  const captcha = useCaptcha('availability')
  const { send, isBusy } = useGuardedSend('organizations.register', { captcha, form })
  const submit = form.submit(async ({ confirm: _, ...registration }) => {
    const body = { ...registration, password: passwordDigest(registration.password) }
    if (!(await send(body))) return
    form.forgetDraft()
    onSent(registration.email)
  })
  const settle = () => settleEmail(values.email)
  return { form, submit, isBusy, captcha, nameState, emailState, settleEmail: settle }
}
