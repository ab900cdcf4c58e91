import { TextInput } from '@mantine/core'
import { clsx } from 'clsx'
import { type ComponentProps, useState } from 'react'
import { useTexts } from '../frame/i18n.tsx'
import { IconEye, IconEyeOff } from './icons.ts'
import css from './PasswordField.module.css'

/** A password field with a button that reveals the text. Its code has a third of the size of Mantine's `PasswordInput`. */
export function PasswordField(props: Omit<ComponentProps<typeof TextInput>, 'type' | 'rightSection'>) {
  const t = useTexts('session')
  const [isShown, show] = useState(false)
  const Icon = isShown ? IconEyeOff : IconEye
  return (
    <TextInput
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      rightSection={
        <button
          type="button"
          className={clsx('bare', css.passwordEye)}
          aria-label={t('reveal')}
          aria-pressed={isShown}
          onClick={() => show(!isShown)}
        >
          <Icon />
        </button>
      }
    />
  )
}
