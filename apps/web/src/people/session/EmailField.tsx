import { TextInput } from '@mantine/core'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useTexts } from '../../frame/i18n.tsx'
import { RequiredEmail } from '../../ui/form-fields.ts'
import { IconCheck } from '../../ui/icons.ts'
import css from './EmailField.module.css'
import { type Availability, useTypedError } from './use-availability.ts'

/**
 * Field for the address of a registration. It shows whether the address is available.
 * @param props.input props of the form's field
 * @param props.onSettled called on blur; the caller then checks the address
 */
export function EmailField(props: {
  input: ComponentProps<typeof TextInput>
  state: Availability
  onSettled: () => void
}) {
  const t = useTexts('session.registration')
  const common = useTexts('common')
  const fields = useTexts('fields')
  const { input, state } = props
  const wrong = useTypedError(RequiredEmail, String(input.value ?? ''))
  return (
    <div>
      <TextInput
        label={common('label.email')}
        description={t('emailHelp')}
        withAsterisk
        aria-required
        name="username"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...input}
        onBlur={props.onSettled}
        error={input.error ?? (wrong ? fields(wrong) : state === 'taken' && fields('email_taken'))}
      />
      <AvailabilityHint state={state} />
    </div>
  )
}

/** The availability of a value, shown below its field. The state `taken` is an error of the field instead. */
export function AvailabilityHint({ state }: { state: Availability }) {
  const t = useTexts('session.registration')
  return (
    <div className={clsx(css.availability, 'meta')} aria-live="polite">
      {state === 'checking' && t('checking')}
      {state === 'free' && (
        <span className={css.availabilityFree}>
          <IconCheck size={14} stroke={2} />
          {t('available')}
        </span>
      )}
    </div>
  )
}
