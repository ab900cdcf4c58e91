import { passwordDigest } from '@pontic/client'
import { businessTypes, type InvitationOffer, organizationRoutes } from '@pontic/contract'
import { useEffect, useRef } from 'react'
import * as z from 'zod/mini'
import { RequiredText } from '../../ui/form-fields.ts'
import { signInAfterRegistration } from './sign-in-after-registration.ts'
import { useNameAvailability } from './use-availability.ts'
import { personShape, personValues, useRegistrationForm } from './use-registration-form.ts'

const { businessType, organizationName, address } = organizationRoutes['organizations.register'].body.shape

const schema = z.strictObject({
  businessType,
  organizationName: z.pipe(RequiredText, organizationName),
  address,
  ...personShape,
})

const initial: z.input<typeof schema> = {
  businessType: businessTypes.clinic,
  organizationName: '',
  address: '',
  ...personValues,
}

/** State of the registration: the form, and the availability of name and address. */
export type Registration = ReturnType<typeof useRegistration>

/** A partner's invitation, which the registration accepts. If the invitation was mailed, `offer.email` is verified. */
export type PartnerInvitation = { code: string; offer: InvitationOffer }

/** Returns the type of the invited organization: clinics invite laboratories, and laboratories invite clinics. */
const invitedType = ({ offer }: PartnerInvitation) =>
  offer.organizationType === businessTypes.clinic ? businessTypes.lab : businessTypes.clinic

/**
 * Registers an organization with its first administrator. The draft stores everything except passwords.
 * @param onSent called with the address of the verification mail
 * @param invitation makes the two organizations partners. If it verifies the user's address, the user is signed in after the
 * registration.
 */
export function useRegistration(onSent: (email: string) => void, invitation?: PartnerInvitation) {
  const takenName = useRef<string>(undefined)
  const { send, ...fields } = useRegistrationForm('organizations.register', {
    schema,
    initial,
    draft: 'register',
    secrets: ['password', 'confirm'],
    check: ({ organizationName }) =>
      organizationName === takenName.current ? { organizationName: 'organization_taken' } : {},
  })
  const { form } = fields
  useInvitedValues(form, invitation)
  const { organizationName } = form.values
  const nameState = useNameAvailability(organizationName)
  takenName.current = nameState === 'taken' ? organizationName : undefined
  const submit = form.submit(async ({ confirm: _, ...registration }) => {
    const { email, password } = registration
    const byCode = invitation ? { invitation: invitation.code } : {}
    const reply = await send({ ...registration, ...byCode, password: passwordDigest(password) })
    if (!reply) return
    form.deleteDraft()
    if (reply.isVerified) await signInAfterRegistration(email, password)
    else onSent(email)
  })
  return { ...fields, submit, nameState }
}

/** Sets the fields whose values come from an invitation. */
function useInvitedValues(
  form: { setValues: (values: Partial<z.input<typeof schema>>) => void },
  invitation: PartnerInvitation | undefined,
) {
  const latest = useRef(form)
  latest.current = form
  useEffect(() => {
    if (!invitation) return
    const { email } = invitation.offer
    latest.current.setValues({ businessType: invitedType(invitation), ...(email ? { email } : {}) })
  }, [invitation])
}
