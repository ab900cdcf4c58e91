import { passwordDigest } from '@pontic/client'
import {
  businessTypes,
  type InvitationOffer,
  NewPassword,
  organizationRoutes,
  repeatedPasswordKey,
} from '@pontic/contract'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../../ui/contract-form.ts'
import { Filled, GivenEmail } from '../../ui/form-fields.ts'
import { enter } from './enter.ts'
import { useEmailAvailability, useNameAvailability } from './use-availability.ts'
import { useCaptcha } from './use-captcha.ts'
import { useGuardedSend } from './use-guarded-send.ts'

const { businessType, organizationName, address, name } =
  organizationRoutes['organizations.register'].body.shape

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

/** An invitation of a partner that is taken by registering; `email` is proven by the mail that brought it. */
export type PartnerInvitation = { code: string; offer: InvitationOffer }

/** What kind of organization an invitation is for: clinics invite laboratories, and the other way round. */
const invitedType = ({ offer }: PartnerInvitation) =>
  offer.organizationType === businessTypes.clinic ? businessTypes.lab : businessTypes.clinic

/**
 * The registration of an organization with its first administrator. What was typed is kept in this tab, passwords never.
 * @param onSent told the address that the verification mail went to
 * @param invitation the two are partners at once; who took it by its mail is signed in
 */
export function useRegistration(onSent: (email: string) => void, invitation?: PartnerInvitation) {
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
      confirm: repeatedPasswordKey(password, confirm),
    }),
  })
  useInvited(form, invitation)
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
    const { email, password } = registration
    const byCode = invitation ? { invitation: invitation.code } : {}
    const reply = await send({ ...registration, ...byCode, password: passwordDigest(password) })
    if (!reply) return
    form.forgetDraft()
    if (reply.isVerified) await enter(email, password)
    else onSent(email)
  })
  const settle = () => settleEmail(values.email)
  return { form, submit, isBusy, captcha, nameState, emailState, settleEmail: settle }
}

/** What the invitation says about who registers stands in the form, whatever was typed before. */
function useInvited(
  form: { setFieldValue: (name: 'businessType' | 'email', value: never) => void },
  invitation: PartnerInvitation | undefined,
) {
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    if (!invitation) return
    latest.current.setFieldValue('businessType', invitedType(invitation) as never)
    if (invitation.offer.email) latest.current.setFieldValue('email', invitation.offer.email as never)
  }, [invitation])
}
