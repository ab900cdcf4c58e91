import type { ReactNode } from 'react'
import { FormDialog } from '../ui/Dialog.tsx'
import { PasswordAgain } from './PasswordAgain.tsx'
import type { usePasswordForm } from './use-password-form.ts'

/** One question that takes the password: what goes, or what is made anew. */
export function PasswordDialog(props: {
  isOpen: boolean
  onClose: () => void
  title: ReactNode
  text: ReactNode
  confirm: ReactNode
  isDangerous?: boolean
  isBusy: boolean
  form: ReturnType<typeof usePasswordForm>
  onPassword: (pwd: string) => unknown
}) {
  const { form, onPassword, text, ...rest } = props
  return (
    <FormDialog {...rest} onSubmit={form.submit(onPassword)}>
      <p className="quiet">{text}</p>
      <PasswordAgain {...form.getInputProps('pwd')} />
    </FormDialog>
  )
}
