import { ActionIcon, Group, TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useFormats, useLanguage, useTexts } from '../frame/i18n.tsx'
import { dayFromToday } from '../frame/time-zone.ts'
import type { CalendarChoice } from './CalendarPopup.tsx'
import css from './DayField.module.css'
import { readDay, writeDay } from './day-text.ts'
import { IconCalendar } from './icons.ts'
import { createLazyPart } from './lazy-part.ts'
import { type PopupFrame, usePopup } from './use-popup.ts'

const popup = createLazyPart<CalendarChoice & PopupFrame>(() =>
  import('./CalendarPopup.tsx').then((file) => file.CalendarPopup),
)

type DayFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'min' | 'max'> & {
  value?: string | null
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | null) => void
}

/**
 * A field for a day, which is typed in the reader's format (`readDay`) or picked from a calendar. It shows the weekday. A text that is
 * no day, or a day outside the limits, stays in the field. The field then shows an error once the user leaves it, and its form is not
 * submitted. While the text is no day, the value is null.
 * @param props.value `YYYY-MM-DD`, or null for none
 * @param props.min first day that the user may enter, `YYYY-MM-DD`
 */
export function DayField({ value, onChange, onBlur, onKeyDown, error, min, max, ...rest }: DayFieldProps) {
  const { weekday } = useFormats()
  const t = useTexts('ui.day')
  const day = value || null
  const { input, text, fault, type, leave, pick } = useTypedDay({ day, min, max, onChange })
  const { button, Popup, frame } = usePopup(popup, 'dialog')
  return (
    <>
      <TextInput
        placeholder={t('format')}
        autoComplete="off"
        inputMode="decimal"
        {...rest}
        ref={input}
        className={css.dayField}
        value={text}
        error={fault ?? error}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={(event) => {
          leave()
          onBlur?.(event)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') {
            event.preventDefault()
            button.onClick()
          }
          onKeyDown?.(event)
        }}
        rightSectionWidth={day ? 144 : 36}
        rightSection={
          <Group wrap="nowrap" gap={4} justify="flex-end" className={css.dayFieldEnd}>
            {day && <span className="meta">{weekday(day)}</span>}
            <ActionIcon
              {...button}
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('calendar')}
              disabled={rest.disabled ?? false}
            >
              <IconCalendar />
            </ActionIcon>
          </Group>
        }
      />
      {Popup && <Popup {...frame} label={t('calendar')} day={day} min={min} max={max} onSelect={pick} />}
    </>
  )
}

/** The text of the field while the user types, and its errors. */
function useTypedDay({
  day,
  min,
  max,
  onChange,
}: {
  day: string | null
  min: string | undefined
  max: string | undefined
  onChange: (day: string | null) => void
}) {
  const { language } = useLanguage()
  const formats = useFormats()
  const t = useTexts('ui.day')
  const input = useRef<HTMLInputElement>(null)
  // What the user has typed, with its day, until the field shows that day in the reader's format.
  const [typed, setTyped] = useState<{ text: string; day: string | null }>()
  const [hasLeft, setLeft] = useState(false)
  // The user has changed the day, so that its limits apply. A day of an old case may be in the past.
  const [isChanged, setChanged] = useState(false)
  const current = typed && typed.day === day ? typed : undefined
  const find = (): string | undefined => {
    if (current && current.text.trim() !== '' && current.day === null)
      return t('wrong', { format: t('format') })
    if (!isChanged || day === null) return undefined
    if (min !== undefined && day < min) return t('from', { day: writeDay(language, min) })
    return max !== undefined && day > max ? t('to', { day: writeDay(language, max) }) : undefined
  }
  const isTyping = current !== undefined
  // Text that the user types next replaces a day that another control has set, instead of following it. Selects it before the browser
  // handles another key.
  useLayoutEffect(() => {
    if (day !== null && !isTyping && document.activeElement === input.current) input.current?.select()
  }, [day, isTyping])
  const fault = find()
  const latest = useRef(fault)
  latest.current = fault
  useEffect(() => {
    const form = input.current?.form
    // Stops the event before React's handlers, which are at the root of the page.
    const refuse = (event: SubmitEvent) => {
      if (latest.current === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setLeft(true)
      input.current?.focus()
    }
    form?.addEventListener('submit', refuse)
    return () => form?.removeEventListener('submit', refuse)
  }, [])
  return {
    input,
    text: current?.text ?? (day ? writeDay(language, day) : ''),
    fault: hasLeft ? fault : undefined,
    type: (text: string) => {
      const weekdays = [1, 2, 3, 4, 5, 6, 7].map(formats.weekdayName)
      const next = readDay(text, { language, today: dayFromToday(), min, max, weekdays }) ?? null
      setTyped({ text, day: next })
      setChanged(true)
      setLeft(false)
      onChange(next)
    },
    leave: () => {
      setLeft(true)
      if (current?.day !== null) setTyped(undefined)
    },
    pick: (picked: string) => {
      setTyped(undefined)
      setChanged(true)
      onChange(picked)
    },
  }
}
