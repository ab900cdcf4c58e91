import { Button, TextInput } from '@mantine/core'
import { passwordDigest } from '@pontic/client'
import { type InvitationOffer, memberRoutes, NewPassword, repeatedPasswordKey } from '@pontic/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useTexts } from '../../frame/i18n.tsx'
import { useContractForm } from '../../ui/contract-form.ts'
import { Filled, GivenEmail } from '../../ui/form-fields.ts'
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx'
import { EmailField } from './EmailField.tsx'
import { enter } from './enter.ts'
import { FormCaptcha } from './FormCaptcha.tsx'
import css from './SessionFrame.module.css'
import { useEmailAvailability } from './use-availability.ts'
import { useCaptcha } from './use-captcha.ts'
import { useGuardedSend } from './use-guarded-send.ts'

const TakeForm = z.strictObject({
  name: z.pipe(Filled, memberRoutes['members.register'].body.shape.name),
  email: GivenEmail,
  password: z.pipe(Filled, NewPassword),
  confirm: Filled,
})

type Props = { offer: InvitationOffer; code: string; onSent: (email: string) => void }

/** Name and password of whoever takes an invitation; his address only where no mail has proven it. */
export function InvitationForm(props: Props) {
  const t = useTexts('session.registration')
  const common = useTexts('common')
  const taking = useTexts('session.invitation')
  const { form, submit, isBusy, captcha, emailState, settleEmail } = useTaking(props)
  const { email } = props.offer
  return (
    <form className={css.doorForm} method="post" noValidate onSubmit={submit}>
      {email === null ? (
        <EmailField input={form.getInputProps('email')} state={emailState} onSettled={settleEmail} />
      ) : (
        <TextInput
          label={common('label.email')}
          name="username"
          autoComplete="username"
          value={email}
          readOnly
        />
      )}
      <TextInput
        label={t('name')}
        withAsterisk
        aria-required
        autoComplete="name"
        {...form.getInputProps('name')}
      />
      <NewPasswordFields
        labels={{ password: common('label.password'), confirm: t('confirm') }}
        typed={form.values.password}
        password={{ name: 'password', ...form.getInputProps('password') }}
        confirm={{ name: 'confirm', ...form.getInputProps('confirm') }}
      />
      <FormCaptcha captcha={captcha} form={form} />
      <Button type="submit" fullWidth loading={isBusy}>
        {taking('submit')}
      </Button>
    </form>
  )
}

/** Takes the invitation. Who has a proven address is signed in at once, the others get the verification mail. */
function useTaking({ offer, code, onSent }: Props) {
  const [settledEmail, settleEmail] = useState('')
  const form = useContractForm({
    schema: TakeForm,
    initial: { name: '', email: offer.email ?? '', password: '', confirm: '' },
    check: ({ password, confirm }) => ({ confirm: repeatedPasswordKey(password, confirm) }),
  })
  const captcha = useCaptcha('availability')
  const { send, isBusy } = useGuardedSend('members.register', { captcha, form })
  const submit = form.submit(async ({ name, email, password }) => {
    const own = offer.email === null ? { email } : {}
    const reply = await send({ invitation: code, name, ...own, password: passwordDigest(password) })
    if (!reply) return
    if (!reply.isVerified) return onSent(email)
    await enter(email, password)
  })
  const emailState = useEmailAvailability(offer.email === null ? form.values.email : '', settledEmail)
  const settle = () => settleEmail(form.values.email)
  return { form, submit, isBusy, captcha, emailState, settleEmail: settle }
}
