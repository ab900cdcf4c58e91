import { TextInput } from '@mantine/core'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useTexts } from '../../frame/i18n.tsx'

/** Field for a code of the authenticator app or a recovery code. It gets the focus when it is mounted. */
export function CodeField({
  method,
  ...rest
}: { method: 'otp' | 'recovery_code' } & ComponentProps<typeof TextInput>) {
  const t = useTexts('session.second')
  const input = useRef<HTMLInputElement>(null)
  const isApp = method === 'otp'
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      ref={input}
      label={t(isApp ? 'otp' : 'recoveryCode')}
      name={method}
      autoComplete={isApp ? 'one-time-code' : 'off'}
      inputMode={isApp ? 'numeric' : 'text'}
      autoCapitalize={isApp ? 'none' : 'characters'}
      spellCheck={false}
      {...rest}
    />
  )
}
