import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import css from './RowButton.module.css'

type ButtonProps = Omit<ComponentProps<'button'>, 'type' | 'title' | 'aria-label'>

/**
 * A button with an icon in a row of a list. It looks like an `ActionIcon`, but a list renders dozens of them, and this one takes a
 * fifth of the time.
 */
export function RowIconButton({ label, ...button }: ButtonProps & { label: string }) {
  return (
    <button
      type="button"
      {...button}
      className={clsx('mantine-focus-auto', css.icon)}
      aria-label={label}
      title={label}
    />
  )
}

/** A small text button with an icon in a row of a list. See {@link RowIconButton}. */
export function RowButton({ icon, children, ...button }: ButtonProps & { icon: ReactNode }) {
  return (
    <button type="button" {...button} className={clsx('mantine-focus-auto', css.text, 'row-button')}>
      <span className={css.section}>{icon}</span>
      {children}
    </button>
  )
}
