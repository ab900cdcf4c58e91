import { CaptchaField } from './CaptchaField.tsx'
import type { Captcha } from './use-captcha.ts'

type WithEmail = {
  values: { email: string }
  getInputNode: (name: 'email') => HTMLInputElement | null
}

/** The captcha of a registration, once it is asked for; its mail goes to the address of the form. */
export function FormCaptcha({ captcha, form }: { captcha: Captcha; form: WithEmail }) {
  if (!captcha.isAsked) return null
  return (
    <CaptchaField
      captcha={captcha}
      email={form.values.email || undefined}
      onNoEmail={() => form.getInputNode('email')?.focus()}
    />
  )
}
