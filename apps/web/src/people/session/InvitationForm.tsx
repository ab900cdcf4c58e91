import { Stack } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import type { InvitationOffer } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { PersonFields } from './PersonFields.tsx'
import { signInAfterRegistration } from './sign-in-after-registration.ts'
import { personShape, personValues, useRegistrationForm } from './use-registration-form.ts'

const schema = z.strictObject(personShape)

/**
 * The registration with an invitation. If the invitation was mailed, its address is fixed and already verified, so the user is
 * signed in after the registration. Otherwise the user types an address and gets a verification mail.
 */
export function InvitationForm(props: {
  offer: InvitationOffer
  code: string
  onSent: (email: string) => void
}) {
  const t = useTexts('session.invitation')
  const { email: givenEmail } = props.offer
  const { send, ...fields } = useRegistrationForm('members.register', {
    schema,
    initial: { ...personValues, email: givenEmail ?? '' },
    isEmailGiven: givenEmail !== null,
  })
  const submit = fields.form.submit(async ({ name, email, password }) => {
    const own = givenEmail === null ? { email } : {}
    const reply = await send({ invitation: props.code, name, ...own, password: passwordDigest(password) })
    if (!reply) return
    if (!reply.isVerified) return props.onSent(email)
    await signInAfterRegistration(email, password)
  })
  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap={16}>
        <PersonFields {...fields} givenEmail={givenEmail} submitText={t('submit')} />
      </Stack>
    </form>
  )
}
