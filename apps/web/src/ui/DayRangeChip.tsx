import { Button, Popover } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormats, useTexts } from '../i18n.tsx'
import { DayField, dayFromToday } from './DayField.tsx'
import './FilterChips.css'
import './DayRangeChip.css'

/** A span of calendar days; either end may be open. */
export type DayRange = { readonly from: string | undefined; readonly to: string | undefined }

/** A quick choice of a span, counted from today: `{ key: 'next7', from: 0, to: 7 }`. */
export type DayPreset = { readonly label: string; readonly from?: number; readonly to?: number }

/** A filter chip for a span of days: quick choices, or two days. */
export function DayRangeChip(props: {
  label: string
  range: DayRange
  presets: readonly DayPreset[]
  onChange: (range: DayRange) => void
}) {
  const t = useTexts('ui.filter')
  const [isOpen, setOpen] = useState(false)
  const { range } = props
  const text = useRangeText(range)
  return (
    <span className="chip" data-used={text !== undefined || undefined}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className="chip-open" onClick={() => setOpen(!isOpen)}>
            {text === undefined ? (
              <>
                {props.label}
                <IconChevronDown size={14} stroke={1.75} aria-hidden="true" />
              </>
            ) : (
              <>
                <span className="quiet">{props.label}</span> {text}
              </>
            )}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={props.label}>
          <RangeForm {...props} onClose={() => setOpen(false)} />
        </Popover.Dropdown>
      </Popover>
      {text !== undefined && (
        <button
          type="button"
          className="chip-remove"
          aria-label={t('remove', { name: props.label })}
          onClick={() => props.onChange({ from: undefined, to: undefined })}
        >
          <IconX size={14} stroke={1.75} />
        </button>
      )}
    </span>
  )
}

function useRangeText({ from, to }: DayRange): string | undefined {
  const t = useTexts('ui.filter')
  const { day } = useFormats()
  if (from !== undefined && from === to) return day(from)
  if (from !== undefined && to !== undefined) return t('span', { from: day(from), to: day(to) })
  if (from !== undefined) return t('spanFrom', { day: day(from) })
  return to === undefined ? undefined : t('spanTo', { day: day(to) })
}

function RangeForm(props: {
  range: DayRange
  presets: readonly DayPreset[]
  onChange: (range: DayRange) => void
  onClose: () => void
}) {
  const t = useTexts('ui.filter')
  const [from, setFrom] = useState<string | null>(props.range.from ?? null)
  const [to, setTo] = useState<string | null>(props.range.to ?? null)
  const choose = (range: DayRange) => {
    props.onChange(range)
    props.onClose()
  }
  const dayOf = (days: number | undefined) => (days === undefined ? undefined : dayFromToday(days))
  return (
    <form
      className="range"
      onSubmit={(event) => {
        event.preventDefault()
        choose({ from: from ?? undefined, to: to ?? undefined })
      }}
    >
      <div className="range-presets">
        {props.presets.map((preset) => (
          <button
            key={preset.label}
            type="button"
            onClick={() => choose({ from: dayOf(preset.from), to: dayOf(preset.to) })}
          >
            {preset.label}
          </button>
        ))}
      </div>
      <DayField label={t('from')} value={from} onChange={setFrom} {...(to ? { max: to } : {})} />
      <DayField label={t('to')} value={to} onChange={setTo} {...(from ? { min: from } : {})} />
      <Button type="submit" fullWidth>
        {t('apply')}
      </Button>
    </form>
  )
}
