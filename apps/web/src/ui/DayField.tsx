import { TextInput, type TextInputProps } from '@mantine/core'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { useFormats, useTexts } from '../frame/i18n.tsx'
import css from './DayField.module.css'

/**
 * The browser's date field, with the weekday. A day that does not exist, such as 31 February, or that is not complete has no
 * value. The field then shows an error once the user leaves it, and its form is not submitted.
 * @param props.value `YYYY-MM-DD`, or null for none
 */
export function DayField({
  value,
  onChange,
  onBlur,
  error,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value?: string | null
  onChange: (day: string | null) => void
}) {
  const { weekday } = useFormats()
  const t = useTexts('fields')
  const { field, isWrong, check } = useIncompleteDay()
  return (
    <TextInput
      min="1900-01-01"
      max="2199-12-31"
      {...rest}
      ref={field}
      type="date"
      classNames={{ input: css.dayField }}
      value={value ?? ''}
      error={isWrong ? t('date') : error}
      onBlur={(event) => {
        check()
        onBlur?.(event)
      }}
      onChange={(event) => {
        if (isWrong) check()
        onChange(event.currentTarget.value || null)
      }}
      rightSectionWidth={112}
      rightSectionPointerEvents="none"
      rightSection={value ? <span className={clsx(css.dayFieldName, 'meta')}>{weekday(value)}</span> : null}
    />
  )
}

/** Checks whether a date field contains a part of a day only, which the browser reports as no value. */
function useIncompleteDay() {
  const field = useRef<HTMLInputElement>(null)
  const [isWrong, setWrong] = useState(false)
  const check = () => setWrong(field.current?.validity.badInput ?? false)
  useEffect(() => {
    const form = field.current?.form
    // Stops the event before React's handlers, which are at the root of the page.
    const refuse = (event: SubmitEvent) => {
      if (!field.current?.validity.badInput) return
      event.preventDefault()
      event.stopPropagation()
      setWrong(true)
      field.current.focus()
    }
    form?.addEventListener('submit', refuse)
    return () => form?.removeEventListener('submit', refuse)
  }, [])
  return { field, isWrong, check }
}
