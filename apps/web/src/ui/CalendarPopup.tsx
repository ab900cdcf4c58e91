import { ActionIcon, Group, Stack } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormats, useLanguage, useTexts } from '../frame/i18n.tsx'
import { dayFromToday } from '../frame/time-zone.ts'
import css from './CalendarPopup.module.css'
import { DialogPopup } from './DialogPopup.tsx'
import { addDays, addMonths, listWeeks } from './day-text.ts'
import { IconChevronLeft, IconChevronRight } from './icons.ts'
import type { PopupFrame } from './use-popup.ts'
import { listWeekdays } from './weekdays.ts'

/** Props of the calendar. Days are `YYYY-MM-DD`. */
export type CalendarChoice = {
  /** Name of the popup. */
  readonly label: string
  readonly day: string | null
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onSelect: (day: string) => void
}

/** The popup of a `DayField` with the days of a month. */
export function CalendarPopup(props: CalendarChoice & PopupFrame) {
  return (
    <DialogPopup {...props} position="bottom-end">
      <Calendar
        {...props}
        onSelect={(day) => {
          props.onSelect(day)
          props.onOpenChange(false)
        }}
      />
    </DialogPopup>
  )
}

// Keeps Escape from also closing the dialog around the field.
const ownEscape = { 'data-mantine-stop-propagation': 'true' }

// A table with the role of a grid, whose cells can be selected, follows the ARIA pattern. Biome knows neither.
const gridRole = { role: 'grid' }
const selectionOf = (isSelected: boolean) => ({ 'aria-selected': isSelected })

/** A month as a grid with the keys of the ARIA pattern "Date Picker Dialog". */
function Calendar({ day, min = '1900-01-01', max = '2199-12-31', onSelect }: CalendarChoice) {
  const t = useTexts('ui.day')
  const formats = useFormats()
  const { language } = useLanguage()
  const clamp = (one: string) => (one < min ? min : one > max ? max : one)
  const [focused, setFocused] = useState(clamp(day ?? dayFromToday()))
  const weekdays = listWeekdays(language)
  const grid = useRef<HTMLTableElement>(null)
  const moves = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => {
    if (moves.current) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    moves.current = false
  }, [focused])
  const column = weekdays.indexOf(((new Date(`${focused}T00:00:00Z`).getUTCDay() + 6) % 7) + 1)
  const targets: Record<string, () => string> = {
    ArrowLeft: () => addDays(focused, -1),
    ArrowRight: () => addDays(focused, 1),
    ArrowUp: () => addDays(focused, -7),
    ArrowDown: () => addDays(focused, 7),
    Home: () => addDays(focused, -column),
    End: () => addDays(focused, 6 - column),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const months = { PageUp: -1, PageDown: 1 }[event.key]
    const next =
      months === undefined ? targets[event.key]?.() : addMonths(focused, months * (event.shiftKey ? 12 : 1))
    if (next === undefined) return
    event.preventDefault()
    moves.current = true
    setFocused(clamp(next))
  }
  const turn = (months: number) => ({
    disabled: months < 0 ? focused.slice(0, 7) <= min.slice(0, 7) : focused.slice(0, 7) >= max.slice(0, 7),
    onClick: () => setFocused(clamp(addMonths(focused, months))),
    variant: 'subtle',
    color: 'gray',
    ...ownEscape,
  })
  return (
    <Stack gap={8} data-calendar>
      <Group justify="space-between" wrap="nowrap">
        <ActionIcon aria-label={t('previousMonth')} {...turn(-1)}>
          <IconChevronLeft />
        </ActionIcon>
        <strong className={css.month} aria-live="polite">
          {formats.month(focused)}
        </strong>
        <ActionIcon aria-label={t('nextMonth')} {...turn(1)}>
          <IconChevronRight />
        </ActionIcon>
      </Group>
      <table
        ref={grid}
        {...gridRole}
        aria-label={formats.month(focused)}
        className={css.days}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {weekdays.map((weekday) => (
              <th key={weekday} scope="col" abbr={formats.weekdayName(weekday)}>
                {formats.weekdayShort(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listWeeks(focused, weekdays[0]!).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one} {...selectionOf(one === day)}>
                  <button
                    type="button"
                    className={css.day}
                    tabIndex={one === focused ? 0 : -1}
                    data-autofocus={one === focused || undefined}
                    data-outside={one.slice(0, 7) !== focused.slice(0, 7) || undefined}
                    aria-label={formats.day(one)}
                    aria-current={one === dayFromToday() ? 'date' : undefined}
                    disabled={one < min || one > max}
                    onClick={() => onSelect(one)}
                    {...ownEscape}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Stack>
  )
}
