import { TextInput, type TextInputProps } from '@mantine/core'
import { clsx } from 'clsx'
import { useFormats } from '../frame/i18n.tsx'
import css from './DayField.module.css'

/** The browser's date field, with the weekday. @param props.value `YYYY-MM-DD`, or null for none */
export function DayField({
  value,
  onChange,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  value?: string | null
  onChange: (day: string | null) => void
}) {
  const { weekday } = useFormats()
  return (
    <TextInput
      min="1900-01-01"
      max="2199-12-31"
      {...rest}
      type="date"
      classNames={{ input: css.dayField }}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
      rightSectionWidth={112}
      rightSectionPointerEvents="none"
      rightSection={value ? <span className={clsx(css.dayFieldName, 'meta')}>{weekday(value)}</span> : null}
    />
  )
}
