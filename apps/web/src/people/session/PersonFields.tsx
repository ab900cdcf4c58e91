import { Button, TextInput } from '@mantine/core'
import { useTexts } from '../../frame/i18n.tsx'
import type { FieldsForm } from '../../ui/contract-form.ts'
import { NewPasswordFields } from '../../ui/NewPasswordFields.tsx'
import { CaptchaField } from './CaptchaField.tsx'
import { EmailField } from './EmailField.tsx'
import type { Availability } from './use-availability.ts'
import type { Captcha } from './use-captcha.ts'
import type { personValues } from './use-registration-form.ts'

type Props = {
  form: FieldsForm<typeof personValues> & { getInputNode: (name: 'email') => HTMLInputElement | null }
  captcha: Captcha
  emailState: Availability
  checkEmail: () => void
  isBusy: boolean
  /** Text of the submit button. */
  submitText: string
  /** Address of a mailed invitation, which can't be changed; null for an invitation by link; undefined without invitation. */
  givenEmail?: string | null
}

/** The last fields of a registration form: name, address, new password, captcha and the submit button. */
export function PersonFields({ form, captcha, givenEmail, ...props }: Props) {
  const t = useTexts('session.registration')
  const common = useTexts('common')
  const name = (
    <TextInput
      label={t('name')}
      withAsterisk
      aria-required
      autoComplete="name"
      {...form.getInputProps('name')}
    />
  )
  const email = givenEmail ? (
    <TextInput
      label={common('label.email')}
      name="username"
      autoComplete="username"
      value={givenEmail}
      readOnly
    />
  ) : (
    <EmailField input={form.getInputProps('email')} state={props.emailState} onSettled={props.checkEmail} />
  )
  return (
    <>
      {givenEmail !== undefined && email}
      {name}
      {givenEmail === undefined && email}
      <NewPasswordFields
        labels={{ password: common('label.password'), confirm: t('confirm') }}
        typed={form.values.password}
        password={{ name: 'password', ...form.getInputProps('password') }}
        confirm={{ name: 'confirm', ...form.getInputProps('confirm') }}
      />
      {captcha.isAsked && (
        <CaptchaField
          captcha={captcha}
          email={form.values.email || undefined}
          onNoEmail={() => form.getInputNode('email')?.focus()}
        />
      )}
      <Button type="submit" fullWidth loading={props.isBusy}>
        {props.submitText}
      </Button>
    </>
  )
}
