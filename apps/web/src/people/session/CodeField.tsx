import { TextInput } from '@mantine/core'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useTexts } from '../../frame/i18n.tsx'

/** The field of a second factor: a code of the app, or a recovery code. It has the focus when it appears. */
export function CodeField({
  way,
  ...rest
}: { way: 'otp' | 'recovery_code' } & ComponentProps<typeof TextInput>) {
  const t = useTexts('session.second')
  const input = useRef<HTMLInputElement>(null)
  const isApp = way === 'otp'
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      ref={input}
      label={t(isApp ? 'otp' : 'recoveryCode')}
      name={way}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      inputMode={isApp ? 'numeric' : 'text'}
      autoCapitalize={isApp ? 'none' : 'characters'}
      spellCheck={false}
      {...rest}
    />
  )
}
