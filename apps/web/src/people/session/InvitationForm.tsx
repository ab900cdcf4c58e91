import { Stack } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import type { InvitationOffer } from '@pontic/contract'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { enter } from './enter.ts'
import { PersonFields } from './PersonFields.tsx'
import { personShape, personValues, useRegistrationForm } from './use-registration-form.ts'

const schema = z.strictObject(personShape)

/**
 * The registration with an invitation. An address that was proven by its mail is given, and its owner is signed in at once;
 * the others get the verification mail.
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
    await enter(email, password)
  })
  return (
    <form method="post" noValidate onSubmit={submit}>
      <Stack gap={16}>
        <PersonFields {...fields} givenEmail={givenEmail} submitText={t('submit')} />
      </Stack>
    </form>
  )
}
