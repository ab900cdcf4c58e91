import { passwordDigest } from '@pontic/client'
import * as z from 'zod/mini'
import { useContractForm } from '../ui/contract-form.ts'

const PasswordForm = z.strictObject({ pwd: z.string().check(z.minLength(1, 'required')) })

/** A form that asks for one's password once more. @returns `submit` gives the password's digest */
export function usePasswordForm() {
  const form = useContractForm({ schema: PasswordForm, initial: { pwd: '' } })
  return {
    ...form,
    submit: (send: (pwd: string) => unknown) => form.submit(({ pwd }) => send(passwordDigest(pwd))),
  }
}
