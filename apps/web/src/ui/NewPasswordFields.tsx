import { limits } from '@pontic/contract'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { IconCircle, IconCircleCheck } from './icons.ts'
import css from './NewPasswordFields.module.css'
import { PasswordField } from './PasswordField.tsx'
import { ratePassword } from './password-strength.ts'

type InputProps = Omit<ComponentProps<typeof PasswordField>, 'label'>

/**
 * Two fields for a new password and its repetition, with the rules and the strength of the password.
 * @param props.typed the password, for its rating
 * @param props.password props of the first field, `props.confirm` of the second
 */
export function NewPasswordFields(props: {
  labels: { password: string; confirm: string }
  typed: string
  password: InputProps
  confirm: InputProps
}) {
  const shared = { autoComplete: 'new-password', withAsterisk: true, 'aria-required': true }
  return (
    <>
      <div>
        <PasswordField label={props.labels.password} {...shared} {...props.password} />
        <PasswordRules typed={props.typed} />
      </div>
      <PasswordField label={props.labels.confirm} {...shared} {...props.confirm} />
    </>
  )
}

function PasswordRules({ typed }: { typed: string }) {
  const t = useTexts('session.strength')
  const { hasLength, hasKinds, strength } = ratePassword(typed)
  return (
    <div className={clsx(css.passwordRules, 'meta')} data-strength={strength}>
      <div className={css.passwordStrength} role="status" aria-label={t('label')}>
        <span className={css.passwordBar} aria-hidden="true" />
        {strength && t(strength)}
      </div>
      <ul>
        <Rule isMet={hasLength}>
          {t('length', { min: limits.passwordLengthMin, max: limits.passwordLengthMax })}
        </Rule>
        <Rule isMet={hasKinds}>{t('kinds')}</Rule>
      </ul>
    </div>
  )
}

function Rule({ isMet, children }: { isMet: boolean; children: string }) {
  const t = useTexts('session.strength')
  const Icon = isMet ? IconCircleCheck : IconCircle
  return (
    <li data-met={isMet || undefined}>
      <Icon size={14} />
      <span>{children}</span>
      <span className="only-read">{t(isMet ? 'met' : 'open')}</span>
    </li>
  )
}
