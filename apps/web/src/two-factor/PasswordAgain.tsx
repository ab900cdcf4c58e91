import type { ComponentProps } from 'react'
import { useTexts } from '../i18n.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'

/** The field for one's password, wherever something is changed that guards the account. */
export function PasswordAgain(props: Partial<ComponentProps<typeof PasswordField>>) {
  const t = useTexts('twoFactor')
  return (
    <PasswordField
      label={t('password')}
      description={t('passwordHelp')}
      autoComplete="current-password"
      data-autofocus
      {...props}
    />
  )
}
